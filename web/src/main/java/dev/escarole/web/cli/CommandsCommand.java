package dev.escarole.web.cli;

import dev.escarole.engine.CommandHost;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.web.view.CommandJson;
import dev.escarole.web.view.CommandJsonReader;
import java.util.List;
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
final class CommandsCommand implements Callable<Integer>, CanPrintJson {

  private static final int SHORT_HASH = 12;

  private final Console console;
  @Mixin private DataOption data = new DataOption();
  @Mixin private ServerOption server = new ServerOption();
  private boolean warned;

  @Option(names = "--json", description = "Prints one JSON object.")
  private boolean json;

  CommandsCommand(Console console) {
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

  /** Opens them for a change that the principal may make. */
  CommandHost openToChange(PrincipalOptions who) throws CommandRefusedException {
    CommandHost host = CommandHost.open(data.directory(console), this::warn, who.policyFile());
    try {
      host.requireChanging(who.principal());
      return host;
    } catch (CommandRefusedException | RuntimeException e) {
      host.close();
      throw e;
    }
  }

  /** Whether anything was found damaged. */
  boolean hasWarned() {
    return warned;
  }

  private void warn(String warning) {
    warned = true;
    console.say("warning: " + Texts.plain(warning));
  }

  /** A refusal as a mistake of the user. */
  static UsageException refused(CommandRefusedException refusal) {
    return new UsageException(
        refusal.reason().word().replace('_', '-'),
        String.valueOf(refusal.getMessage()),
        switch (refusal.reason()) {
          case INVALID_NAME ->
              "Use letters, digits, '_', '.' and '-', and no '-' at the beginning.";
          case RESERVED_NAME -> "Choose another name; built-in commands cannot be changed.";
          case REGISTRY_FULL -> "Remove a command first: escarole commands remove NAME";
          case NOT_A_PROGRAM -> "Compile it for WASI preview 1, as a program with a main function.";
          case DENIED -> "The policy file can grant it: capabilities: [commands].";
          case PATH_NOT_CONFINED -> "Move the link away, or choose another directory with --data.";
        });
  }

  @Override
  public Integer call() {
    List<dev.escarole.engine.command.Command> commands = commands();
    if (json) {
      JsonOutput.print(console, out -> new CommandJson(out).commands(commands));
      return 0;
    }
    Columns columns = new Columns("NAME", "ORIGIN", "MODE", "ARTIFACT");
    for (dev.escarole.engine.command.Command command : commands) {
      String hash = command.artifact().toString().substring(0, SHORT_HASH);
      String origin = CommandJson.origin(command).replace('_', '-');
      columns.row(command.name(), origin, command.mode().word(), hash);
    }
    columns.print(console);
    return 0;
  }

  private List<dev.escarole.engine.command.Command> commands() {
    Remote remote = server.remote(console);
    if (remote != null) {
      return CommandJsonReader.commands(remote.get("/commands"));
    }
    try (CommandHost host = open()) {
      return host.registry().commands();
    }
  }
}
