package dev.escarole.web.cli.command;

import dev.escarole.engine.CatalogCommands;
import dev.escarole.engine.CommandHost;
import dev.escarole.engine.catalog.CatalogRow;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Needs;
import dev.escarole.web.app.Documented;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.JsonOption;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.TextFormat;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists programs of the catalogue. */
@Command(
    name = "search",
    description =
        "Lists the programs of the catalogue, which 'commands add NAME' fetches: those that Escarole"
            + " knows, and those of catalog.yaml in the data directory. Fetches nothing.",
    footerHeading = "%nExamples:%n",
    footer = {"  escarole commands search", "  escarole commands search compiler"})
public final class CommandsSearchCommand extends ConsoleCommand {

  private final CommandsCommand commands;

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
    CatalogPicture picture;
    try (CommandHost host = commands.open()) {
      picture =
          new CatalogPicture(
              CatalogFetch.open(host).search(text).stream()
                  .map(row -> picture(row, host.registry()))
                  .toList());
    }
    if (json.print(console, picture)) {
      return 0;
    }
    if (picture.rows().isEmpty()) {
      console.say("nothing in the catalogue matches");
      return 0;
    }
    Columns columns = new Columns("NAME", "ADDED", "COMMANDS", "LICENCE", "ABOUT");
    for (Row row : picture.rows()) {
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

  private static Row picture(CatalogRow row, CommandRegistry registry) {
    boolean added =
        !row.programs().isEmpty()
            && row.programs().stream()
                .allMatch(
                    program ->
                        program.names().stream()
                            .allMatch(
                                name ->
                                    registry
                                        .find(name)
                                        .filter(
                                            it ->
                                                CatalogCommands.pinned(it)
                                                    .equals(program.artifact()))
                                        .isPresent()));
    Needs needs = row.needs();
    return new Row(
        row.name(),
        row.kind().word(),
        row.about(),
        row.licence(),
        row.source().text(),
        row.commands(),
        row.own(),
        added,
        new NeedsPicture(needs.memoryBytes(), needs.fuel(), needs.wallClock().toMillis()));
  }

  /** Rows of the catalogue, as JSON shows them. */
  record CatalogPicture(List<Row> rows) {
    CatalogPicture {
      rows = List.copyOf(rows);
    }
  }

  /** A row. */
  record Row(
      String name,
      @Documented(words = {"wasm", "bundle", "c", "js", "python"}) String kind,
      String about,
      String licence,
      @Documented("Where it is published.") String from,
      @Documented("Names that adding it registers.") List<String> commands,
      @Documented("Whether it is of catalog.yaml in the data directory.") boolean own,
      @Documented("Whether all of its commands are registered with its programs.") boolean added,
      NeedsPicture needs) {
    Row {
      commands = List.copyOf(commands);
    }
  }

  /** Limits that a program needs. */
  record NeedsPicture(
      @Documented("0 if the default suffices.") long memoryBytes,
      @Documented("0 if the default suffices.") long fuel,
      @Documented("0 if the default suffices.") long wallClockMillis) {}
}
