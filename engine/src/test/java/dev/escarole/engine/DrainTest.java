package dev.escarole.engine;

import static dev.escarole.engine.TwoEngines.OFTEN;
import static dev.escarole.engine.TwoEngines.await;
import static dev.escarole.engine.TwoEngines.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.executor.RunSuspendedException;
import dev.escarole.engine.launch.Launching;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.Postgres;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine that leaves its runs to others before it is closed. */
@Timeout(300)
class DrainTest {

  @Test
  void what_waits_is_left_at_once_and_what_works_when_its_command_has_ended() throws Exception {
    EngineOptions options = EngineOptions.inMemory().withDatabase(Postgres.newDatabase());
    Engine leaving = Engine.open(options, OFTEN);
    try (Engine other = Engine.open(options, OFTEN)) {
      RunHandle works = leaving.start(request("[\"sleep 4\", \"echo slept\"]"));
      RunHandle delayed = leaving.start(request("{\"delay\": 3600000, \"template\": \"echo\"}"));
      RunHandle holds = Launching.hold(leaving, "{\"at_once\": 1, \"queue\": 5}");
      RunHandle queued = Launching.hold(leaving, "{\"at_once\": 1, \"queue\": 5}");
      await(() -> leaving.load().work().waiting() == 1);

      CompletableFuture<Void> drained =
          CompletableFuture.runAsync(() -> drain(leaving, Duration.ofMinutes(2)));
      await(() -> other.resumed().size() == 3);
      assertThat(leaving.load().work().waiting()).as("the command goes on").isEqualTo(1);
      assertThat(ids(other.resumed()))
          .containsExactlyInAnyOrder(delayed.id(), holds.id(), queued.id());
      assertThat(other.handle(queued.id()).orElseThrow().queuePlace()).isPresent();
      assertThatThrownBy(() -> delayed.result().get(60, TimeUnit.SECONDS))
          .hasRootCauseInstanceOf(RunSuspendedException.class);

      drained.get(60, TimeUnit.SECONDS);
      leaving.suspend();
      await(() -> other.resumed().size() == 4);
      RunHandle taken = other.resumed().get(3);
      assertThat(taken.id()).isEqualTo(works.id());
      assertThat(taken.await().orThrow().stdout().text()).isEqualTo("slept\n");
      assertThat(other.records().attempts(works.id())).hasSize(2);
      assertThat(other.records().resumes(works.id()).get(0).leavesAgain())
          .as("no command runs again that had begun")
          .isLessThanOrEqualTo(1);
      other.resumed().forEach(RunHandle::cancel);
    }
  }

  @Test
  void a_command_that_takes_too_long_runs_again_elsewhere() throws Exception {
    EngineOptions options = EngineOptions.inMemory().withDatabase(Postgres.newDatabase());
    Engine leaving = Engine.open(options, OFTEN);
    try (Engine other = Engine.open(options, OFTEN)) {
      RunHandle slow = leaving.start(request("\"sleep 20\""));
      await(() -> leaving.load().work().waiting() == 1);
      drain(leaving, Duration.ofMillis(100));
      assertThat(other.resumed()).isEmpty();
      leaving.suspend();

      await(() -> other.resumed().size() == 1);
      RunHandle taken = other.resumed().get(0);
      assertThat(taken.id()).isEqualTo(slow.id());
      taken.cancel();
      assertThat(taken.await().status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  /** A run must not be cut between the end of its command and what follows from it. */
  @Test
  void what_follows_from_the_end_of_a_command_is_recorded_first() throws Exception {
    Engine leaving = Engine.open(EngineOptions.inMemory(), OFTEN);
    CountDownLatch ended = new CountDownLatch(1);
    leaving.listen(
        event -> {
          if (event instanceof RunEvent.StepChanged change
              && change.step() instanceof LeafStep
              && change.state() == StepState.DONE) {
            ended.countDown();
            // Long enough for a drain that leaves the run here.
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
            while (!leaving.running().isEmpty() && System.nanoTime() < deadline) {
              Thread.onSpinWait();
            }
          }
        });
    RunHandle run = leaving.start(request("\"echo done\""));
    assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
    drain(leaving, Duration.ofMinutes(1));
    leaving.suspend();
    assertThat(run.await().orThrow().stdout().text()).isEqualTo("done\n");
  }

  @Test
  void a_drained_engine_claims_nothing() throws Exception {
    EngineOptions options = EngineOptions.inMemory().withDatabase(Postgres.newDatabase());
    Engine other = Engine.open(options, OFTEN);
    Engine leaving = Engine.open(options, OFTEN);
    drain(leaving, Duration.ZERO);
    RunHandle run = other.start(request("{\"delay\": 3600000, \"template\": \"echo\"}"));
    other.suspend();
    try (Engine third = Engine.open(options, OFTEN)) {
      assertThat(ids(third.resumed())).containsExactly(run.id());
      assertThat(leaving.resumed()).isEmpty();
      assertThat(third.housekeeping().nodes().nodes()).hasSize(2);
    } finally {
      leaving.suspend();
    }
  }

  private static void drain(Engine engine, Duration most) {
    try {
      engine.housekeeping().drain(most);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static List<RunId> ids(List<RunHandle> runs) {
    return runs.stream().map(RunHandle::id).toList();
  }
}
