package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.RecipeReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Guests that wait, and runs that wait for a worker, beside guests that compute. */
@Timeout(240)
class SleepersTest {

  /** So wide that a guest which nobody stops outlives every test. */
  private static final Limits WIDE =
      Limits.defaults().withWallClock(Duration.ofHours(1)).withFuel(1_000_000_000_000_000_000L);

  private final Engine engine =
      Engine.open(EngineOptions.inMemory().withWorkers(2).withLimits(WIDE));

  @BeforeEach
  void addLoop() throws Exception {
    engine.addCommand("probe", TestPrograms.probe(), ArgumentMode.ARGV);
    assertThat(start("\"probe exit 0\"").await().status()).isEqualTo(RunStatus.DONE);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private RunHandle start(String json) throws Exception {
    return engine.start(RunRequest.of(new RecipeReader().read(json, "test.json")).build());
  }

  private static String fan(int branches, String command) {
    return "{\"parallel\": true, \"repeat\": %d, \"template\": \"%s\"}"
        .formatted(branches, command);
  }

  private void awaitWaiting(int leaves) {
    while (engine.load().work().waiting() < leaves) {
      Thread.onSpinWait();
    }
  }

  /** Two guests that compute without end, and so take both workers. */
  private RunHandle takeBothWorkers() throws Exception {
    CountDownLatch begun = new CountDownLatch(2);
    RunHandle run =
        engine.start(
            RunRequest.of(new RecipeReader().read(fan(2, "probe loop"), "test.json"))
                .listener(
                    event -> {
                      if (event instanceof RunEvent.AttemptStarted) {
                        begun.countDown();
                      }
                    })
                .build());
    assertThat(begun.await(120, TimeUnit.SECONDS)).isTrue();
    return run;
  }

  @Test
  void fifty_guests_that_sleep_hold_no_worker() throws Exception {
    RunHandle sleepers = start(fan(50, "sleep 3600"));
    awaitWaiting(50);
    assertThat(start(fan(10, "echo x")).await().status()).isEqualTo(RunStatus.DONE);
    // The worker of the last command may not be free yet.
    while (engine.load().work().busy() > 0) {
      Thread.onSpinWait();
    }
    sleepers.cancel();
    assertThat(sleepers.await().status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(engine.load().work().waiting()).isZero();
  }

  @Test
  void a_thousand_guests_sleep_at_once() throws Exception {
    RunResult result = start(fan(1_000, "sleep 2")).await();
    assertThat(result.status()).isEqualTo(RunStatus.DONE);
    // One after the other on two workers they would take a thousand seconds.
    assertThat(result.span().durationMillis()).isLessThan(100_000);
  }

  @Test
  void guests_of_ones_own_sleep_without_a_worker_too() throws Exception {
    RunHandle sleepers = start(fan(20, "probe sleep 3600"));
    awaitWaiting(20);
    assertThat(start("\"echo x\"").await().status()).isEqualTo(RunStatus.DONE);
    sleepers.cancel();
    assertThat(sleepers.await().status()).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  void a_sleeper_is_cancelled_at_once_while_all_workers_compute() throws Exception {
    RunHandle sleeper = start("\"sleep 3600\"");
    awaitWaiting(1);
    RunHandle busy = takeBothWorkers();
    sleeper.cancel();
    assertThat(sleeper.await().status()).isEqualTo(RunStatus.CANCELLED);
    busy.cancel();
    assertThat(busy.await().status()).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  void a_sleeper_times_out_while_all_workers_compute() throws Exception {
    RunHandle sleeper = start("{\"timeout\": 1500, \"template\": \"sleep 3600\"}");
    awaitWaiting(1);
    RunHandle busy = takeBothWorkers();
    RunResult result = sleeper.await();
    assertThat(result.failures().get(0).outcome().word()).isEqualTo("timed_out");
    busy.cancel();
    assertThat(busy.await().status()).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  void a_cancelled_run_that_no_worker_has_begun_ends_at_once() throws Exception {
    RunHandle busy = takeBothWorkers();
    List<RunHandle> queued = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      queued.add(start(fan(100, "echo x")));
    }
    queued.forEach(RunHandle::cancel);
    for (RunHandle run : queued) {
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
    }
    assertThat(engine.load().work().queued()).isZero();
    busy.cancel();
    assertThat(busy.await().status()).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  void closing_the_engine_ends_sleepers_and_their_threads() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    Engine other = Engine.open(EngineOptions.inMemory().withWorkers(1).withLimits(WIDE));
    RunHandle sleepers =
        other.start(
            RunRequest.of(new RecipeReader().read(fan(30, "sleep 3600"), "test.json")).build());
    while (other.load().work().waiting() < 30) {
      Thread.onSpinWait();
    }
    Set<Thread> workers =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("escarole-worker"))
            .filter(thread -> !before.contains(thread))
            .collect(Collectors.toSet());
    assertThat(workers).hasSizeGreaterThanOrEqualTo(30);
    other.close();
    assertThat(sleepers.result().isDone()).isTrue();
    for (Thread thread : workers) {
      thread.join(60_000);
      assertThat(thread.isAlive()).as(thread.getName()).isFalse();
    }
  }
}
