package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process runs out of disk or heap in the middle of a run, and another one finishes it. */
@Timeout(1200)
class StarvedProcessTest {

  /** No file of the process may be larger than this many blocks of 512 bytes: 8 MiB. */
  private static final List<String> SMALL_DISK =
      List.of("sh", "-c", "ulimit -f 16384; exec \"$@\"", "sh");

  /** Exit code of a JVM that ends because it has no memory left. */
  private static final int OUT_OF_MEMORY = 3;

  @TempDir Path directory;

  @Test
  void a_run_whose_disk_is_full_pauses_with_the_reason_and_is_finished_by_another_process()
      throws Exception {
    try (ChildJvm child = victim(SMALL_DISK, List.of(), "disk")) {
      assertThat(child.line()).startsWith("paused: The store could not write");
      assertThat(child.line()).startsWith("refused: ").contains("has free space, then try again");
    }
    assertThat(Files.size(data().resolve("escarole.mv.db"))).isLessThanOrEqualTo(8 << 20);
    assertFinished();
  }

  @Test
  void a_run_whose_process_ends_for_want_of_heap_is_finished_by_another_process() throws Exception {
    List<String> options = List.of("-Xmx256m", "-XX:+ExitOnOutOfMemoryError");
    try (ChildJvm child = victim(List.of(), options, "heap")) {
      assertThat(child.line()).isEqualTo("midway");
      assertThat(child.line())
          .isEqualTo("Terminating due to java.lang.OutOfMemoryError: Java heap space");
      assertThat(child.await()).isEqualTo(OUT_OF_MEMORY);
    }
    assertFinished();
  }

  private ChildJvm victim(List<String> before, List<String> options, String wants)
      throws IOException {
    return ChildJvm.start(
        before, options, StarvedVictim.class, data().toString(), log().toString(), wants);
  }

  private Path data() {
    return directory.resolve("data");
  }

  private Path log() {
    return directory.resolve("log");
  }

  /** The record ends in the middle; the next engine goes on there and repeats none of it. */
  private void assertFinished() throws Exception {
    Set<Integer> onRecord = onRecord();
    assertThat(onRecord).hasSizeBetween(10, StarvedVictim.ROUNDS - 10);
    try (Engine engine = Engine.open(EngineOptions.at(data()))) {
      assertThat(engine.resumed()).hasSize(1);
      assertThat(engine.resumed().get(0).await().status()).isEqualTo(RunStatus.DONE);
    }
    assertThat(onRecord()).hasSize(StarvedVictim.ROUNDS);
    for (int round = 0; round < StarvedVictim.ROUNDS; round++) {
      int lines = Files.readAllLines(log().resolve(String.valueOf(round))).size();
      assertThat(lines).as("round " + round).isBetween(1, onRecord.contains(round) ? 1 : 2);
    }
  }

  /** The rounds whose line was left by a step that is on record. */
  private Set<Integer> onRecord() {
    EngineOptions onlyToLook = EngineOptions.at(data()).withRecovery(Recovery.onRequest());
    try (Engine engine = Engine.open(onlyToLook)) {
      List<StoredRun> runs = engine.records().runs(RunQuery.latest(9));
      assertThat(runs).as("a refused run is not stored").hasSize(1);
      RunId run = runs.get(0).id();
      Plan plan = engine.records().plan(run);
      return engine.records().attempts(run).stream()
          .map(attempt -> plan.step(attempt.stepIndex()).path().split("\\."))
          .filter(path -> path[2].equals(StarvedVictim.MARK))
          .map(path -> Integer.valueOf(path[1]))
          .collect(Collectors.toSet());
    }
  }
}
