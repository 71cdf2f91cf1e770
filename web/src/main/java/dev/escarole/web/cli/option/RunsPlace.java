package dev.escarole.web.cli.option;

import dev.escarole.engine.CallFile;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.Foresight;
import dev.escarole.engine.Recovery;
import dev.escarole.web.app.setup.StorageSettings;
import dev.escarole.web.cli.text.Amounts;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import dev.escarole.web.share.HolderSocket;
import dev.escarole.web.share.SharedData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where runs are stored: a directory, and a database in it or elsewhere. */
public final class RunsPlace {

  /** Commands that open the database, of which some subcommands change it as well. */
  private static final Set<String> WITH_RUNS = Set.of("run", "runs", "serve", "mcp");

  /** Beginnings of words with which a command opens another database, none, or much later. */
  private static final List<String> OTHERWISE =
      List.of("--config", "--db", "--server", "--stdin", "-h", "--help", "help", "-V", "--version");

  private static final String DATA = "--data";
  private static final String FILE = "escarole.mv.db";
  private static final String VARIABLE = "ESCAROLE_DB";
  private static final String OUTPUTS_VARIABLE = "ESCAROLE_OUTPUTS";
  private static final String ABOVE_VARIABLE = "ESCAROLE_OUTPUTS_ABOVE";
  private static final String PASSWORD_VARIABLE = "ESCAROLE_DB_PASSWORD";

  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--db",
      paramLabel = "URL",
      description =
          "Database instead of a file in that directory, such as postgresql://user@host/name."
              + " Default: $ESCAROLE_DB. Password: in the URL, $ESCAROLE_DB_PASSWORD or ~/.pgpass.")
  private @Nullable String given;

  @Option(
      names = "--outputs",
      paramLabel = "PLACE",
      description =
          "Directory that all nodes have mounted, or s3://BUCKET/PREFIX, for large outputs instead"
              + " of the database. Default: $ESCAROLE_OUTPUTS.")
  private @Nullable String outputs;

  @Option(
      names = "--outputs-above",
      paramLabel = "SIZE",
      description =
          "Outputs larger than this are kept there. Default: $ESCAROLE_OUTPUTS_ABOVE, or 256KiB.")
  private @Nullable String outputsAbove;

  /** A place whose options are given on the command line. */
  public RunsPlace() {}

  /**
   * A place for a command whose group has the option of the data directory.
   *
   * @param db what the command's own option {@code --db} says; null if it is not given
   */
  public RunsPlace(DataOption data, @Nullable String db) {
    this.data = data;
    this.given = db;
  }

  private StorageSettings settings(Console console) {
    return BoundVariables.apply(withOutputs(database(console), console), console.environment());
  }

  private StorageSettings withOutputs(StorageSettings settings, Console console) {
    String place = value(outputs, OUTPUTS_VARIABLE, console);
    if (place.isEmpty()) {
      return settings;
    }
    String above = value(outputsAbove, ABOVE_VARIABLE, console);
    try {
      StorageSettings placed = settings.withOutputs(place);
      return above.isEmpty()
          ? placed
          : placed.withOutputsAbove(Amounts.bytes("--outputs-above", above));
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-outputs",
          "the place for large outputs cannot be used: " + e.getMessage(),
          "Write for example: --outputs /mnt/escarole --outputs-above 256KiB");
    }
  }

  private static String value(@Nullable String option, String variable, Console console) {
    return option == null ? console.environment().getOrDefault(variable, "") : option;
  }

  /** The database to use, with the usual bounds. */
  private StorageSettings database(Console console) {
    String text = given == null ? console.environment().getOrDefault(VARIABLE, "") : given;
    if (text.isEmpty()) {
      return StorageSettings.DEFAULTS;
    }
    try {
      String password = console.environment().get(PASSWORD_VARIABLE);
      return StorageSettings.DEFAULTS.withDatabase(text, password);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "bad-db",
          "--db cannot be read: " + e.getMessage(),
          "Write for example: --db postgresql://user@host/name");
    }
  }

  /** Options of an engine there. */
  public EngineOptions engineOptions(Console console) {
    return settings(console).at(data.directory(console));
  }

  String inWords(Console console) {
    return database(console).inWords(data.chosen(console));
  }

  /** The directory of workspaces and of one's own commands. */
  public Path directory(Console console) {
    return data.directory(console);
  }

  /** Options of an engine there, if a run was ever stored there. */
  public EngineOptions existing(Console console) {
    Path directory = directory(console);
    boolean file = database(console).isFile();
    if (file && !Files.exists(directory.resolve(FILE))) {
      throw new UsageException(
          "no-data",
          "no run was ever stored in " + directory.toAbsolutePath().normalize(),
          "Name the directory with --data DIR or ESCAROLE_DATA, or start a run there first.");
    }
    return engineOptions(console);
  }

  /**
   * Begins to open the database that a command line will probably need, while it is still to be
   * read. Where that cannot be told by looking at single words, nothing begins.
   */
  public static void foresee(Console console, String... args) {
    if (isForeseeable(args) && !mayWait(console, args)) {
      String data = foreseenData(args);
      Foresight.begin(() -> new RunsPlace().foreseen(data, console));
    }
  }

  static boolean isForeseeable(String... args) {
    return args.length > 0
        && WITH_RUNS.contains(args[0])
        && Arrays.stream(args).noneMatch(arg -> OTHERWISE.stream().anyMatch(arg::startsWith));
  }

  /** Others could use the database while this process waits for what is piped to it. */
  private static boolean mayWait(Console console, String... args) {
    return args[0].equals("run") && new StdinOption().mayWait(console);
  }

  /** The value of the option for the data directory; null if there seems to be none. */
  static @Nullable String foreseenData(String... args) {
    for (int i = 1; i < args.length; i++) {
      if (args[i].equals(DATA) && i + 1 < args.length) {
        return args[i + 1];
      } else if (args[i].startsWith(DATA + "=")) {
        return args[i].substring(DATA.length() + 1);
      }
    }
    return null;
  }

  private @Nullable EngineOptions foreseen(@Nullable String named, Console console) {
    if (named != null) {
      data = new DataOption(Path.of(named));
    }
    boolean here = !ServerOption.isUsual(console) && isStored(console);
    return here && !HolderSocket.of(directory(console)).isThere() ? engineOptions(console) : null;
  }

  /** Whether there is a file with runs already, so that opening it makes nothing new. */
  public boolean isStored(Console console) {
    return database(console).isFile() && Files.exists(directory(console).resolve(FILE));
  }

  /** Options of an engine that looks at what is stored there; opening it creates nothing. */
  public EngineOptions looking(Console console) {
    EngineOptions options = existing(console);
    StorageSettings settings = settings(console);
    boolean complete = settings.isFile() || Files.isDirectory(directory(console));
    return (complete ? options : settings.withoutDirectory()).withRecovery(Recovery.onRequest());
  }

  /** The same for the audit, which may be there before the database: as a file of calls. */
  EngineOptions auditing(Console console) {
    return database(console).isFile() && CallFile.isIn(directory(console))
        ? engineOptions(console).withRecovery(Recovery.onRequest())
        : looking(console);
  }

  /**
   * The directory as a process uses it that may not be the only one.
   *
   * @param options of the engine, if this process opens it
   * @param stays whether this process then answers others
   */
  public SharedData shared(Console console, Supplier<EngineOptions> options, boolean stays) {
    HolderSocket socket = database(console).isFile() ? HolderSocket.of(directory(console)) : null;
    return new SharedData(socket, options, stays, null, console.clock(), console::say);
  }

  /** Whether one process at a time has the database open, and answers the others. */
  public boolean isShared(Console console) {
    return database(console).isFile();
  }

  /** A command for this place, as far as the user had to name it. */
  String command(String words) {
    String db =
        given == null
            ? ""
            : " --db "
                + TextFormat.shellWord(
                    StorageSettings.DEFAULTS.withDatabase(given, null).inWords(Path.of("")));
    String place = outputs == null ? "" : " --outputs " + TextFormat.shellWord(outputs);
    return "escarole " + words + data.again() + db + place;
  }
}
