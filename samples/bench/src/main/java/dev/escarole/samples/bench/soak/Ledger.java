package dev.escarole.samples.bench.soak;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.engine.store.database.StoreOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Notes after each kill how often each command has run whose end is on record, and finds those that
 * have run again since.
 */
final class Ledger {

  private static final int MOST_RUNS = 10_000;

  private final Path data;
  private final Map<String, Long> executions = new HashMap<>();
  private final Set<RunId> closed = new HashSet<>();
  private final List<String> mistakes = new ArrayList<>();
  private int resumes;

  Ledger(Path data) {
    this.data = data;
  }

  /** Looks at every run; call it only while nothing runs. */
  void check() throws IOException {
    try (RunStore store = RunStore.open(StoreOptions.file(data))) {
      for (StoredRun run : store.records().runs(RunQuery.latest(MOST_RUNS))) {
        if (!closed.contains(run.id())) {
          check(store.records(), run);
        }
      }
    }
  }

  private void check(RunRecords records, StoredRun run) throws IOException {
    NewRun launch = records.launch(run.id()).orElseThrow();
    Path log = DirectoryGrant.parse(launch.directories().get(0)).host();
    List<StoredStep> steps = records.steps(run.id());
    for (StoredAttempt attempt : records.attempts(run.id())) {
      List<String> argv = steps.get(attempt.stepIndex()).argv();
      if (argv.size() == 3 && argv.get(1).equals("-a")) {
        Path file = log.resolve(Path.of("/log").relativize(Path.of(argv.get(2))).toString());
        checkOnce(run.id() + " " + argv.get(2), Files.readAllLines(file).size());
      }
    }
    if (run.status().isOver()) {
      closed.add(run.id());
      resumes += records.resumes(run.id()).size();
      checkEnd(records, run);
    }
  }

  private void checkOnce(String command, long count) {
    Long before = executions.putIfAbsent(command, count);
    if (before != null && before != count) {
      mistakes.add(
          command + " had run " + before + " times when its end was on record, now " + count);
    }
  }

  private void checkEnd(RunRecords records, StoredRun run) {
    String expected = SoakRecipe.valueOf(run.recipe()).output();
    String sha256 = run.stdoutSha256();
    String actual =
        sha256 == null
            ? "nothing"
            : new String(records.content(sha256).orElseThrow(), StandardCharsets.UTF_8);
    if (run.status() != RunStatus.DONE || !actual.equals(expected)) {
      mistakes.add(
          "run %s of %s: %s, %s, printed %s"
              .formatted(run.id(), run.recipe(), run.status().word(), run.error(), actual.strip()));
    }
  }

  /** What was wrong so far, and in the end every run that is not over. */
  List<String> close() {
    try (RunStore store = RunStore.open(StoreOptions.file(data))) {
      store.unfinished().forEach(run -> mistakes.add("run " + run.id() + " is not over"));
    }
    return List.copyOf(mistakes);
  }

  String figures() {
    return "%d runs ended, %d resumptions, %d commands held against their count"
        .formatted(closed.size(), resumes, executions.size());
  }
}
