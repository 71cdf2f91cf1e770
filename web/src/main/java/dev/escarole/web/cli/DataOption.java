package dev.escarole.web.cli;

import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoreOptions;
import dev.escarole.engine.store.UnfinishedRun;
import dev.escarole.engine.run.RunId;
import java.util.Set;
import java.util.stream.Collectors;
import dev.escarole.web.view.StoredRuns;
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
    return RunStore.open(StoreOptions.file(existing(console)));
  }

  /** The directory, if a run was ever stored there. */
  Path existing(Console console) {
    Path directory = directory(console);
    if (!Files.exists(directory.resolve("escarole.mv.db"))) {
      throw new UsageException(
          "no-data",
          "no run was ever stored in " + directory.toAbsolutePath().normalize(),
          "Name the directory with --data DIR or " + VARIABLE + ", or start a run there first.");
    }
    return directory;
  }

  /** What is stored there. */
  StoredRuns stored(RunStore store) {
    Set<RunId> underWay =
        store.unfinished().stream()
            .filter(UnfinishedRun::engineAlive)
            .map(UnfinishedRun::id)
            .collect(Collectors.toSet());
    return new StoredRuns(store, underWay::contains);
  }

  /** The command that shows a run again, with the data directory if the user had to name it. */
  String showCommand(String run) {
    String option = given == null ? "" : " --data " + Texts.shellWord(given.toString());
    return "escarole runs show " + run + option;
  }
}
