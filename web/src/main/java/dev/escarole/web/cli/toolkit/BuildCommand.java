package dev.escarole.web.cli.toolkit;

import dev.escarole.web.cli.command.CommandsCommand;
import dev.escarole.web.cli.option.RunsPlace;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Builds a command from source files. */
@Command(
    name = "build",
    description =
        "Builds a command from source, in the sandbox, and registers it. The compiler is a command"
            + " itself and no native one is ever started. The same sources, options and compilers are"
            + " looked up and not compiled again.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole commands build wordfreq c wordfreq.c table.c --option -O2",
      "  escarole commands build answer wat answer.wat",
      "  escarole commands build wordfreq wasm target/wasm32-wasip1/release/wordfreq.wasm"
    })
public final class BuildCommand extends BuildFromFiles {

  private final CommandsCommand commands;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description =
          "Database of the runs of lanes, instead of a file in the data directory. Default:"
              + " $ESCAROLE_DB.")
  private @Nullable String db;

  /**
   * @param commands has the data directory
   */
  public BuildCommand(CommandsCommand commands) {
    this.commands = commands;
  }

  @Override
  RunsPlace place() {
    return new RunsPlace(commands.data(), db);
  }
}
