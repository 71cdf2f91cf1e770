package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoreVictim;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.database.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process is killed again and again in the midst of writing, on a database that grows. Versions
 * of H2 whose threads overtake each other leave a file then that cannot be read.
 */
@Timeout(900)
class KilledWriterTest {

  private static final int KILLS = 6;
  private static final int RUNS_AT_LEAST = 15;

  @TempDir Path directory;

  @Test
  void the_file_is_whole_and_has_what_was_promised_after_each_kill() throws IOException {
    List<RunId> promised = new ArrayList<>();
    for (int kill = 1; kill <= KILLS; kill++) {
      promised.addAll(killAmidst(kill));
      try (RunStore store = RunStore.open(StoreOptions.file(directory))) {
        promised.forEach(run -> check(store, run));
        assertThat(store.records().runs(RunQuery.latest(10_000)))
            .hasSizeGreaterThanOrEqualTo(promised.size());
      }
    }
  }

  /** The runs whose ends the process was told of before it was killed. */
  private List<RunId> killAmidst(int kill) throws IOException {
    List<RunId> ended = new ArrayList<>();
    String first = Integer.toString(kill * 100_000);
    try (ChildJvm victim = ChildJvm.start(StoreVictim.class, directory.toString(), first)) {
      // Each time a little later, so that kills come at different moments of what H2 does.
      while (ended.size() < RUNS_AT_LEAST + 7 * kill) {
        String line = victim.line();
        assertThat(line).as("a run that has ended").isNotNull();
        ended.add(new RunId(line));
      }
    }
    return ended;
  }

  private static void check(RunStore store, RunId id) {
    StoredRun run = store.records().run(id).orElseThrow();
    assertThat(run.status()).as("%s", id).isEqualTo(RunStatus.DONE);
    List<StoredAttempt> attempts = store.records().attempts(id);
    assertThat(attempts).as("%s", id).hasSize(StoreVictim.LEAVES);
    for (StoredAttempt attempt : attempts) {
      assertThat(store.records().contentParts(attempt.stdout())).as("%s", id).isPresent();
    }
  }
}
