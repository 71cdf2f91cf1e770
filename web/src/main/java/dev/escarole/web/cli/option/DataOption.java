package dev.escarole.web.cli.option;

import dev.escarole.engine.UserDirectories;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * Where the engine keeps its files: one place for each user, so that no directory of recipes that
 * is granted to commands holds it.
 */
public final class DataOption {

  private static final String VARIABLE = "ESCAROLE_DATA";

  @Option(
      names = "--data",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      description =
          "Directory of the database, the runs' workspaces and one's own commands."
              + " Default: $ESCAROLE_DATA, else the user's: ~/.local/share/escarole on Linux.")
  private @Nullable Path given;

  /** The option as not given. */
  public DataOption() {
    this(null);
  }

  /** The option as given. */
  DataOption(@Nullable Path given) {
    this.given = given;
  }

  /** The directory to use. */
  public Path directory(Console console) {
    return console.locate(chosen(console));
  }

  /** The directory in the words of the user. */
  Path chosen(Console console) {
    if (given != null) {
      return given;
    }
    String variable = console.environment().getOrDefault(VARIABLE, "");
    if (!variable.isEmpty()) {
      return Path.of(variable);
    }
    return new UserDirectories(System::getProperty, console.environment()::get)
        .data()
        .orElseThrow(
            () ->
                new UsageException(
                    "no-data-directory",
                    "this user has no home directory to keep runs in",
                    "Name a directory with --data DIR or " + VARIABLE + "."));
  }

  /** The option as the user gave it, for a command to copy; empty if it was not given. */
  String again() {
    return given == null ? "" : " --data " + TextFormat.shellWord(given.toString());
  }
}
