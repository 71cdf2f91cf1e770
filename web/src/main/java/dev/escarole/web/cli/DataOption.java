package dev.escarole.web.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Where the engine keeps its files. */
final class DataOption {

  private static final String VARIABLE = "ESCAROLE_DATA";

  @Option(
      names = "--data",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      description = {
        "Directory of the database, the runs' workspaces and one's own commands.",
        "Default: $ESCAROLE_DATA, else .escarole in the current directory."
      })
  private @Nullable Path given;

  /** The directory to use. */
  Path directory(Console console) {
    if (given != null) {
      return given;
    }
    String variable = console.environment().getOrDefault(VARIABLE, "");
    return Path.of(variable.isEmpty() ? ".escarole" : variable);
  }

  /** The option as the user gave it, for a command to copy; empty if it was not given. */
  String again() {
    return given == null ? "" : " --data " + Texts.shellWord(given.toString());
  }
}
