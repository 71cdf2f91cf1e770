package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.executor.RunSuspendedException;
import dev.escarole.engine.launch.Launching;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.Postgres;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.launch.QueueFullException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Queued runs whose engine is closed, killed or shares its database with another. */
@Timeout(300)
class LaunchRecoveryTest {

  private static final String ONE = "{\"at_once\": 1}";

  @TempDir Path directory;

  private static RunHandle hold(Engine engine, String rule) {
    return engine.start(Launching.request(rule, 3_600_000).build());
  }

  private static RunHandle quick(Engine engine, String rule) {
    return engine.start(Launching.request(rule, 0).build());
  }

  @Test
  void queue_survives_a_restart_and_every_run_starts_once_in_order() throws Exception {
    List<RunId> queued = new ArrayList<>();
    RunHandle last;
    try (Engine engine = Engine.open(EngineOptions.at(directory))) {
      RunHandle held = hold(engine, ONE);
      for (int i = 0; i < 20; i++) {
        queued.add(quick(engine, ONE).id());
      }
      last = engine.handle(queued.get(19)).orElseThrow();
      engine.suspend();
      assertThatThrownBy(last::await)
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(RunSuspendedException.class);
      assertThat(held.result()).isCompletedExceptionally();
    }
    List<RunId> order = new CopyOnWriteArrayList<>();
    Recovery watched =
        Recovery.automatic()
            .withListener(
                event -> {
                  if (event instanceof RunEvent.RunStarted) {
                    order.add(event.run());
                  }
                });
    try (Engine engine = Engine.open(EngineOptions.at(directory).withRecovery(watched))) {
      assertThat(engine.resumed()).hasSize(21);
      assertThat(engine.queued()).extracting(RunHandle::id).isEqualTo(queued);
      List<RunHandle> all = engine.resumed();
      all.get(0).cancel();
      for (RunHandle run : all.subList(1, 21)) {
        assertThat(run.await().status()).isEqualTo(RunStatus.DONE);
        assertThat(engine.records().attempts(run.id())).hasSize(1);
      }
      assertThat(order).isEqualTo(queued);
    }
  }

  @Test
  void killed_engine_loses_no_queued_run_and_starts_none_twice() throws Exception {
    List<RunId> launched = new ArrayList<>();
    try (ChildJvm child =
        ChildJvm.start(LaunchVictim.class, directory.toString(), "10", "3600000")) {
      for (String line = child.line(); !"launched".equals(line); line = child.line()) {
        launched.add(new RunId(Objects.requireNonNull(line)));
      }
    }
    // Killed again while it takes one after the other, anywhere.
    for (int i = 0; i < 3; i++) {
      try (ChildJvm child = ChildJvm.start(LaunchVictim.class, directory.toString(), "20", "1")) {
        for (String line = child.line(); !"launched".equals(line); line = child.line()) {
          launched.add(new RunId(Objects.requireNonNull(line)));
        }
      }
    }
    try (Engine engine = Engine.open(EngineOptions.at(directory))) {
      List<RunHandle> left = engine.resumed();
      left.stream().limit(10).forEach(RunHandle::cancel);
      for (RunHandle run : left) {
        RunResult unused = run.await();
      }
      List<StoredRun> all =
          engine.records().runs(RunQuery.latest(1_000)).stream()
              .sorted(Comparator.comparing(StoredRun::number))
              .toList();
      assertThat(all).extracting(StoredRun::id).isEqualTo(launched);
      assertThat(all.subList(0, 10))
          .extracting(StoredRun::status)
          .containsOnly(RunStatus.CANCELLED);
      for (StoredRun run : all.subList(10, 70)) {
        assertThat(run.status()).isEqualTo(RunStatus.DONE);
        assertThat(engine.records().attempts(run.id())).hasSize(1);
      }
      assertThat(all.subList(10, 70))
          .as("in the order of their launches")
          .isSortedAccordingTo(Comparator.comparing(StoredRun::startedAt));
    }
  }

  @Test
  void deadline_that_passed_while_no_engine_ran_expires_the_run() throws Exception {
    AtomicReference<Instant> time = new AtomicReference<>(Instant.parse("2026-11-23T10:00:00Z"));
    EngineOptions options =
        EngineOptions.at(directory).withClock(() -> Objects.requireNonNull(time.get()));
    String rule = "{\"at_once\": 1, \"deadline\": \"10m\"}";
    RunId late;
    try (Engine engine = Engine.open(options)) {
      RunHandle unused = hold(engine, rule);
      late = quick(engine, rule).id();
      engine.suspend();
    }
    time.updateAndGet(now -> now.plus(Duration.ofMinutes(11)));
    try (Engine engine = Engine.open(options)) {
      RunHandle run =
          engine.resumed().stream()
              .filter(each -> each.id().equals(late))
              .findFirst()
              .orElseThrow();
      assertThat(run.await().status()).isEqualTo(RunStatus.EXPIRED);
    }
  }

  @Test
  void interrupted_runs_block_nothing_where_nobody_resumes_them() throws Exception {
    EngineOptions options = EngineOptions.at(directory);
    RunId queued;
    try (Engine engine = Engine.open(options)) {
      RunHandle unused = hold(engine, ONE);
      queued = quick(engine, ONE).id();
      engine.suspend();
    }
    try (Engine engine = Engine.open(options.withRecovery(Recovery.onRequest()))) {
      assertThat(engine.interrupted()).hasSize(2).contains(queued);
      assertThat(quick(engine, ONE).await().status()).isEqualTo(RunStatus.DONE);
      RunHandle resumed = engine.resume(queued, event -> {});
      assertThat(resumed.await().status()).isEqualTo(RunStatus.DONE);
    }
  }

  @Test
  void two_engines_on_one_database_count_together() throws Exception {
    String database = Postgres.newDatabase();
    String rule = "{\"at_once\": 2, \"queue\": 3}";
    Maintenance.Intervals quickly =
        new Maintenance.Intervals(Duration.ofMillis(20), Duration.ofHours(1), Duration.ofHours(1));
    EngineOptions options = EngineOptions.inMemory().withDatabase(database);
    try (Engine one = Engine.open(options, quickly);
        Engine two = Engine.open(options, quickly)) {
      RunHandle first = hold(one, rule);
      RunHandle second = hold(two, rule);
      assertThat(second.queuePlace()).isEmpty();
      RunHandle third = quick(one, rule);
      RunHandle fourth = quick(two, rule);
      RunHandle fifth = quick(two, rule);
      assertThat(List.of(third, fourth, fifth)).allMatch(run -> run.queuePlace().isPresent());
      assertThatThrownBy(() -> quick(one, rule)).isInstanceOf(QueueFullException.class);
      first.cancel();
      assertThat(fourth.await().status()).isEqualTo(RunStatus.DONE);
      assertThat(third.await().status()).isEqualTo(RunStatus.DONE);
      assertThat(fifth.await().status()).isEqualTo(RunStatus.DONE);
      second.cancel();
    }
  }
}
