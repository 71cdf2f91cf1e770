package dev.escarole.web.cli.option;

import dev.escarole.engine.CallFile;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.Recovery;
import dev.escarole.engine.store.database.DatabaseAddress;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where runs are kept: a directory, and a database in it or elsewhere. */
public final class RunsPlace {

  private static final String VARIABLE = "ESCAROLE_DB";
  private static final String PASSWORD_VARIABLE = "ESCAROLE_DB_PASSWORD";

  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--db",
      paramLabel = "URL",
      description = {
        "Database instead of a file in that directory, such as postgresql://user@host/name.",
        "Default: $ESCAROLE_DB. Password: in the URL, $ESCAROLE_DB_PASSWORD or ~/.pgpass."
      })
  private @Nullable String given;

  /** The database to use; null for the file in the directory. */
  private @Nullable DatabaseAddress database(Console console) {
    String text = given == null ? console.environment().getOrDefault(VARIABLE, "") : given;
    if (text.isEmpty()) {
      return null;
    }
    try {
      DatabaseAddress address = DatabaseAddress.of(text);
      String password = console.environment().get(PASSWORD_VARIABLE);
      return password == null || address.hasPassword() ? address : address.withPassword(password);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-db",
          "--db cannot be read: " + e.getMessage(),
          "Write for example: --db postgresql://user@host/name");
    }
  }

  /** Options of an engine there. */
  public EngineOptions engineOptions(Console console) {
    EngineOptions options =
        EngineOptions.at(data.directory(console))
            .withBounds(BoundVariables.read(console.environment()));
    DatabaseAddress address = database(console);
    return address == null ? options : options.withDatabase(address);
  }

  /** The place in words, without a password. */
  String inWords(Console console) {
    DatabaseAddress address = database(console);
    return address == null ? data.directory(console).toString() : address.toString();
  }

  /** The directory of workspaces and of one's own commands. */
  public Path directory(Console console) {
    return data.directory(console);
  }

  /** Options of an engine there, if a run was ever stored there. */
  public EngineOptions existing(Console console) {
    EngineOptions options = engineOptions(console);
    Path directory = directory(console);
    boolean file = options.storage().database() == null;
    if (file && !Files.exists(directory.resolve("escarole.mv.db"))) {
      throw new UsageException(
          "no-data",
          "no run was ever stored in " + directory.toAbsolutePath().normalize(),
          "Name the directory with --data DIR or ESCAROLE_DATA, or start a run there first.");
    }
    return options;
  }

  /** Options of an engine that looks at what is stored there; opening it creates nothing. */
  public EngineOptions looking(Console console) {
    EngineOptions options = existing(console).withRecovery(Recovery.onRequest());
    DatabaseAddress address = options.storage().database();
    return address == null || Files.isDirectory(directory(console))
        ? options
        : EngineOptions.inMemory()
            .withBounds(options.storage().bounds())
            .withDatabase(address)
            .withRecovery(Recovery.onRequest());
  }

  /** Likewise, where processes that had no database may have left calls. */
  EngineOptions auditing(Console console) {
    return database(console) == null && CallFile.isIn(directory(console))
        ? engineOptions(console).withRecovery(Recovery.onRequest())
        : looking(console);
  }

  /** The command that shows a run again, with the place as far as the user had to name it. */
  public String showCommand(String run) {
    String db =
        given == null ? "" : " --db " + TextFormat.shellWord(DatabaseAddress.of(given).toString());
    return "escarole runs show " + run + data.again() + db;
  }
}
