package dev.escarole.web.cli;

import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.web.view.CommandJson;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists what recipes can run. */
@Command(
    name = "commands",
    description = "Lists the commands that recipes can name.",
    footerHeading = "%nExamples:%n",
    footer = {"  escarole commands", "  escarole commands --json"})
final class CommandsCommand implements Callable<Integer>, CanPrintJson {

  private static final int SHORT_HASH = 12;

  private final Console console;

  @Option(names = "--json", description = "Prints one JSON object.")
  private boolean json;

  CommandsCommand(Console console) {
    this.console = console;
  }

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    List<dev.escarole.engine.command.Command> commands =
        new CommandRegistry(BuiltInCommands.load().all()).commands();
    if (json) {
      JsonOutput.print(console, out -> new CommandJson(out).commands(commands));
      return 0;
    }
    Columns columns = new Columns("NAME", "ORIGIN", "ARTIFACT");
    for (dev.escarole.engine.command.Command command : commands) {
      String hash = command.artifact().toString().substring(0, SHORT_HASH);
      columns.row(command.name(), CommandJson.origin(command).replace('_', '-'), hash);
    }
    columns.print(console);
    return 0;
  }
}
