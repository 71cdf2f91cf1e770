package dev.escarole.web.cli.command;

import dev.escarole.engine.CommandHost;
import dev.escarole.web.app.command.CommandList;
import dev.escarole.web.app.command.CommandPicture;
import dev.escarole.web.cli.option.DataOption;
import dev.escarole.web.cli.option.PrincipalOptions;
import dev.escarole.web.cli.option.ServerOption;
import dev.escarole.web.cli.text.CanPrintJson;
import dev.escarole.web.cli.text.Columns;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.TextFormat;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists what recipes can run; its subcommands change that. */
@Command(
    name = "commands",
    description = "Lists the commands that recipes can name, or changes what there is.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole commands",
      "  escarole commands --json",
      "  escarole commands add wordfreq ./wordfreq.wasm"
    })
public final class CommandsCommand implements Callable<Integer>, CanPrintJson {

  private static final int SHORT_HASH = 12;

  private final Console console;
  @Mixin private DataOption data = new DataOption();
  @Mixin private ServerOption server = new ServerOption();
  private boolean warned;

  @Option(names = "--json", description = "Prints one JSON object.")
  private boolean json;

  public CommandsCommand(Console console) {
    this.console = console;
  }

  @Override
  public boolean printsJson() {
    return json;
  }

  /** Opens the commands of the data directory; damage is told to people. */
  CommandHost open() {
    return CommandHost.open(data.directory(console), this::warn);
  }

  /** Opens the commands that are meant, for who asks. */
  CommandsPlace open(ServerOption at, PrincipalOptions who) {
    return CommandsPlace.open(
        console,
        at,
        who,
        () -> CommandHost.open(data.directory(console), this::warn, who.policyFile()));
  }

  /** Whether anything was found damaged. */
  boolean hasWarned() {
    return warned;
  }

  private void warn(String warning) {
    warned = true;
    console.say("warning: " + TextFormat.plain(warning));
  }

  @Override
  public Integer call() {
    CommandList commands = list();
    if (json) {
      JsonOutput.print(console, commands);
      return 0;
    }
    Columns columns = new Columns("NAME", "ORIGIN", "MODE", "ARTIFACT");
    for (CommandPicture command : commands.commands()) {
      columns.row(
          TextFormat.plain(command.name()),
          TextFormat.plain(command.origin()).replace('_', '-'),
          command.mode().word(),
          TextFormat.fit(TextFormat.plain(command.artifact()), SHORT_HASH, ""));
    }
    columns.print(console);
    return 0;
  }

  private CommandList list() {
    try (CommandsPlace place = open(server, new PrincipalOptions())) {
      return place.list();
    }
  }
}
