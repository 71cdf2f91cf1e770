package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.WorkerWait;
import dev.escarole.recipe.RecipeReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long leaves wait for a worker, found in what is stored. */
@Timeout(240)
class WorkerWaitTest {

  private static final Limits WIDE =
      Limits.defaults().withWallClock(Duration.ofHours(1)).withFuel(1_000_000_000_000_000_000L);

  private final Engine engine =
      Engine.open(EngineOptions.inMemory().withWorkers(1).withLimits(WIDE));

  @BeforeEach
  void addLoop() throws Exception {
    engine.addCommand("probe", TestPrograms.probe(), ArgumentMode.ARGV);
    // A guest whose program is being compiled holds no worker.
    assertThat(engine.start(request("\"probe exit 0\"").build()).await().status())
        .isEqualTo(RunStatus.DONE);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static RunRequest.Builder request(String json) {
    return RunRequest.of(new RecipeReader().read(json, "test.json"));
  }

  /** A guest that computes without end, and so takes the only worker. */
  private RunHandle takeWorker() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    RunHandle run =
        engine.start(
            request("\"probe loop\"")
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

  private List<WorkerWait> waits(RunId run, boolean live, Instant now) {
    engine.store().journal().flush();
    RunRecords records = engine.records();
    Plan plan = records.plan(run);
    WorkerWait.Stored stored =
        new WorkerWait.Stored(
            records.run(run).orElseThrow(),
            records.transitions(run),
            records.attempts(run),
            records.signals(run),
            records.resumes(run));
    return WorkerWait.of(stored, plan, live, now);
  }

  private void awaitQueued(int leaves) {
    while (engine.load().work().queued() < leaves) {
      Thread.onSpinWait();
    }
  }

  /** Until a leaf has waited so long that it counts. */
  private void awaitLongWait() {
    while (!isLong(engine.load().work().oldest())) {
      Thread.onSpinWait();
    }
  }

  private static boolean isLong(@Nullable Duration wait) {
    return wait != null && wait.compareTo(WorkerWait.SHORTEST.multipliedBy(2)) > 0;
  }

  @Test
  void a_leaf_that_no_worker_begins_waits_until_one_does() throws Exception {
    RunHandle busy = takeWorker();
    assertThat(engine.load().work().oldest()).isNull();
    RunHandle waiting = engine.start(request("[\"echo a\", \"echo b\"]").build());
    awaitQueued(1);
    awaitLongWait();
    Instant ready = engine.records().run(waiting.id()).orElseThrow().startedAt();

    List<WorkerWait> now = waits(waiting.id(), true, ready.plusSeconds(60));
    assertThat(now).hasSize(1);
    assertThat(now.get(0).step()).isEqualTo(1);
    assertThat(now.get(0).to()).isNull();
    assertThat(Duration.between(now.get(0).from(), ready.plusSeconds(60)).toSeconds())
        .isBetween(50L, 60L);
    assertThat(waits(waiting.id(), false, ready.plusSeconds(60))).isEmpty();

    busy.cancel();
    assertThat(waiting.await().status()).isEqualTo(RunStatus.DONE);
    List<WorkerWait> then = waits(waiting.id(), false, Instant.now());
    // The second leaf was ready when the first had ended, and its worker went on with it.
    assertThat(then).extracting(WorkerWait::step).containsExactly(1);
    assertThat(Duration.between(then.get(0).from(), then.get(0).to()))
        .isGreaterThan(WorkerWait.SHORTEST);
    assertThat(engine.load().work().oldest()).isNull();
  }

  @Test
  void delays_retry_pauses_limits_of_branches_and_earlier_steps_are_no_waits_for_a_worker()
      throws Exception {
    // Every leaf sleeps without a worker, so that the only one is free all the time.
    RunHandle run =
        engine.start(
            request(
                    """
                    [{"delay": 1000, "template": "echo late"},
                     {"retry": 2, "retry_delay": 2000, "failure": "continue", "template": "ls /nowhere"},
                     {"parallel": true, "concurrency": 1,
                      "template": ["sleep 1", "sleep 1", "sleep 1"]},
                     {"retry": 2, "failure": "continue", "recover": "sleep 1",
                      "template": "ls /nowhere"}]
                    """)
                .build());
    assertThat(run.await().status().isOver()).isTrue();
    assertThat(waits(run.id(), false, Instant.now()))
        .as("on a machine that is not busy, a worker begins at once")
        .allSatisfy(
            wait ->
                assertThat(Duration.between(wait.from(), wait.to()))
                    .isLessThan(Duration.ofMillis(800)));
  }

  @Test
  void branches_that_have_their_place_wait_for_the_worker_and_not_for_the_place() throws Exception {
    RunHandle busy = takeWorker();
    RunHandle run =
        engine.start(
            request(
                    "{\"parallel\": true, \"concurrency\": 2,"
                        + " \"template\": [\"echo a\", \"echo b\", \"echo c\"]}")
                .build());
    awaitQueued(2);
    awaitLongWait();
    Instant later = Instant.now().plusSeconds(60);
    assertThat(waits(run.id(), true, later)).extracting(WorkerWait::step).containsExactly(1, 2);
    busy.cancel();
    assertThat(run.await().status()).isEqualTo(RunStatus.DONE);
    assertThat(waits(run.id(), false, later)).extracting(WorkerWait::step).contains(1, 2);
  }

  @Test
  void a_leaf_that_is_cancelled_before_a_worker_comes_has_waited_until_then() throws Exception {
    RunHandle busy = takeWorker();
    RunHandle run = engine.start(request("\"echo a\"").build());
    awaitQueued(1);
    awaitLongWait();
    run.cancel();
    assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(waits(run.id(), false, Instant.now().plusSeconds(60)))
        .singleElement()
        .satisfies(wait -> assertThat(wait.to()).isNotNull());
    busy.cancel();
  }

  @Test
  void queued_runs_say_how_long_the_first_has_been_queued() throws Exception {
    assertThat(engine.load().launches().oldest()).isNull();
    String one =
        "{\"name\": \"one\", \"launch\": {\"at_once\": 1}, \"template\":"
            + " {\"delay\": 3600000, \"template\": \"echo a\"}}";
    RunHandle first = engine.start(request(one).build());
    RunHandle second = engine.start(request(one).build());
    assertThat(second.queuePlace()).isPresent();
    assertThat(engine.load().launches().runs()).isEqualTo(1);
    assertThat(engine.load().launches().oldest()).isBetween(Duration.ZERO, Duration.ofMinutes(4));
    second.cancel();
    first.cancel();
    assertThat(first.await().status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(second.await().status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(engine.load().launches().runs()).isZero();
  }
}
