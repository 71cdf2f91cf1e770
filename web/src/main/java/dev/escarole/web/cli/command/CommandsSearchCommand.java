package dev.escarole.web.cli.command;

import dev.escarole.engine.CommandHost;
import dev.escarole.web.app.command.CatalogEntry;
import dev.escarole.web.app.command.CatalogList;
import dev.escarole.web.app.command.CatalogQuery;
import dev.escarole.web.app.local.CatalogActions;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.JsonOption;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.TextFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists programs of the catalogue. */
@Command(
    name = "search",
    description =
        "Lists the programs of the catalogue, which 'commands add NAME' fetches: those that"
            + " Escarole knows, and those of catalog.yaml in the data directory. Fetches nothing.",
    footerHeading = "%nExamples:%n",
    footer = {"  escarole commands search", "  escarole commands search compiler"})
public final class CommandsSearchCommand extends ConsoleCommand {

  private final CommandsCommand commands;

  @Mixin private ServerOption server = new ServerOption();
  @Mixin private JsonOption json = new JsonOption();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "TEXT",
      description = "A part of a name, a command or a description. Default: all.")
  private String text = "";

  /**
   * @param commands has the data directory
   */
  public CommandsSearchCommand(CommandsCommand commands) {
    this.commands = commands;
  }

  @Override
  public boolean printsJson() {
    return json.isGiven();
  }

  @Override
  public Integer call() {
    CatalogList found = search();
    if (json.print(console, found)) {
      return 0;
    }
    if (found.rows().isEmpty()) {
      console.say("nothing in the catalogue matches");
      return 0;
    }
    Columns columns = new Columns("NAME", "ADDED", "COMMANDS", "LICENCE", "ABOUT");
    for (CatalogEntry row : found.rows()) {
      columns.row(
          TextFormat.plain(row.name()),
          row.added() ? "yes" : "no",
          TextFormat.fit(TextFormat.plain(String.join(" ", row.commands())), 40, "…"),
          TextFormat.plain(row.licence()),
          TextFormat.plain(row.about()));
    }
    columns.print(console);
    return 0;
  }

  private CatalogList search() {
    ServerOption.There there = server.there(console);
    if (there != null) {
      return there.escarole().catalog(new CatalogQuery(text));
    }
    try (CommandHost host = commands.open()) {
      return new CatalogList(
          CatalogFetch.open(host).search(text).stream()
              .map(row -> CatalogActions.entry(row, host.registry(), null))
              .toList(),
          null);
    }
  }
}
