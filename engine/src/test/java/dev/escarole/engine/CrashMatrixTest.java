package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.Postgres;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.database.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process is killed at each point of a run, and another one finishes what it left. */
@Timeout(1200)
class CrashMatrixTest {

  @TempDir Path directory;

  @Test
  void runs_killed_at_any_point_are_finished_from_the_file() throws Exception {
    Path copy = directory.resolve("copy");
    try (ChildJvm victim = victim("")) {
      assertThatThrownBy(() -> Engine.open(EngineOptions.at(data())))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("in use by another process");
      // What a machine that lost its power would find.
      victim.whileItStandsStill(() -> copyTree(data(), copy));
      assertThat(victim.isAlive()).isTrue();
    }
    checkRecord("");
    checkRecovery("");
    checkCopy(copy);
  }

  @Test
  void runs_killed_at_any_point_are_finished_from_postgresql() throws Exception {
    String database = Postgres.newDatabase();
    EngineOptions other = CrashVictim.options(directory.resolve("other"), database);
    try (ChildJvm victim = victim(database);
        Engine bystander = Engine.open(other)) {
      assertThat(bystander.resumed()).as("taken from an engine that lives").isEmpty();
      assertThat(victim.isAlive()).isTrue();
    }
    checkRecord(database);
    checkRecovery(database);
  }

  private Path data() {
    return directory.resolve("data");
  }

  /** A child process with all its runs held where they are to be killed. */
  private ChildJvm victim(String database) throws IOException {
    ChildJvm child = ChildJvm.start(CrashVictim.class, data().toString(), database);
    String line = child.line();
    if (!"READY".equals(line)) {
      child.close();
    }
    assertThat(line).as("what the child process says").isEqualTo("READY");
    return child;
  }

  /** The kill came exactly where it was to come. */
  private void checkRecord(String database) {
    EngineOptions options =
        CrashVictim.options(data(), database).withRecovery(Recovery.onRequest());
    try (Engine engine = Engine.open(options)) {
      Map<String, Integer> attempts = new TreeMap<>();
      Map<String, Integer> expected = new TreeMap<>();
      for (CrashPoint point : CrashPoint.values()) {
        StoredRun run = run(engine, point.name());
        assertThat(run.status()).as(point.name()).isEqualTo(RunStatus.RUNNING);
        attempts.put(point.name(), engine.records().attempts(run.id()).size());
        expected.put(point.name(), point.attempts);
      }
      assertThat(attempts).isEqualTo(expected);
    }
  }

  private void checkRecovery(String database) throws Exception {
    // The one that nobody holds may have ended before the kill.
    int runs = CrashPoint.values().length;
    try (Engine engine = Engine.open(CrashVictim.options(data(), database))) {
      // A server takes a moment to notice that a process is gone.
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(180);
      while (engine.resumed().size() < runs && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      assertThat(engine.resumed()).hasSizeGreaterThanOrEqualTo(runs);
      for (RunHandle handle : engine.resumed()) {
        handle.result().get(180, TimeUnit.SECONDS);
      }
      for (CrashPoint point : CrashPoint.values()) {
        checkRun(engine, point, run(engine, point.name()));
      }
      assertThat(stdout(engine, run(engine, "busy"))).isEqualTo("2999\n");
    }
  }

  private void checkRun(Engine engine, CrashPoint point, StoredRun run) throws IOException {
    boolean cancelled = point == CrashPoint.CANCEL_ASKED;
    assertThat(run.status())
        .as(point.name())
        .isEqualTo(cancelled ? RunStatus.CANCELLED : RunStatus.DONE);
    assertThat(engine.records().resumes(run.id())).as(point.name()).hasSize(1);
    assertThat(stdout(engine, run)).as(point.name()).isEqualTo(cancelled ? "" : "4\n");
    assertThat(executions(point))
        .as(point.name())
        .isEqualTo(
            cancelled ? Map.of() : Map.of("first", 1, "recover", 1, "delayed", 1, "a", 1, "b", 1));
  }

  /** The copy has its runs finished too; the guests' files are those of the original. */
  private static void checkCopy(Path copy) throws Exception {
    try (Engine engine = Engine.open(EngineOptions.at(copy))) {
      assertThat(engine.resumed()).hasSizeGreaterThanOrEqualTo(CrashPoint.values().length);
      for (RunHandle handle : engine.resumed()) {
        handle.result().get(180, TimeUnit.SECONDS);
      }
      assertThat(engine.records().runs(RunQuery.latest(100)))
          .allSatisfy(run -> assertThat(run.status().isOver()).isTrue());
      assertThat(stdout(engine, run(engine, "busy"))).isEqualTo("2999\n");
    }
  }

  private static StoredRun run(Engine engine, String recipe) {
    return engine.records().runs(RunQuery.latest(1).withRecipe(recipe)).get(0);
  }

  private static String stdout(Engine engine, StoredRun run) {
    byte[] bytes = engine.records().content(String.valueOf(run.stdoutSha256())).orElseThrow();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** How often each guest that leaves a line has run. */
  private Map<String, Integer> executions(CrashPoint point) throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    try (Stream<Path> files = Files.list(CrashVictim.log(data(), point))) {
      for (Path file : files.toList()) {
        counts.put(String.valueOf(file.getFileName()), Files.readAllLines(file).size());
      }
    }
    return counts;
  }

  private static void copyTree(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }
}
