package dev.escarole.web.cli;

import dev.escarole.engine.CallFile;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoreOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Where runs are kept. */
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

  /** Opens what is stored there; looking at runs must not create a database. */
  RunStore openExisting(Console console) {
    Path directory = directory(console);
    if (!Files.exists(directory.resolve("escarole.mv.db"))) {
      throw new UsageException(
          "no-data",
          "no run was ever stored in " + directory.toAbsolutePath().normalize(),
          "Name the directory with --data DIR or " + VARIABLE + ", or start a run there first.");
    }
    return RunStore.open(StoreOptions.file(directory));
  }

  /** Opens what is stored there, with the calls of processes that had no database. */
  RunStore openForAudit(Console console) {
    Path directory = directory(console);
    RunStore store =
        CallFile.isIn(directory)
            ? RunStore.open(StoreOptions.file(directory))
            : openExisting(console);
    CallFile.takeIn(
        directory, store.audit(), warning -> console.say("warning: " + Texts.plain(warning)));
    return store;
  }

  /** The command that shows a run again, with the data directory if the user had to name it. */
  String showCommand(String run) {
    String option = given == null ? "" : " --data " + Texts.shellWord(given.toString());
    return "escarole runs show " + run + option;
  }
}
