package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.executor.RunSuspendedException;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.await.AwaitAnswer;
import dev.escarole.engine.store.await.AwaitAnswer.Result;
import dev.escarole.engine.store.await.AwaitKey;
import dev.escarole.engine.store.await.AwaitState;
import dev.escarole.engine.store.await.StoredAwait;
import dev.escarole.engine.store.await.StoredDecision;
import dev.escarole.recipe.RecipeReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps that wait for people and programs, with real database, workers and sandbox. */
@Timeout(120)
class AwaitTest {

  private static final String ASK =
      "[\"echo draft\", {\"label\": \"ok\", \"await\": \"approval\", \"show\": \"Release {v=1}?\"}, \"cat\"]";

  private static final String CALL = "[\"echo draft\", {\"await\": \"callback\"}, \"cat\"]";

  private static final byte[] BODY = {'b', 'u', 0, (byte) 0xff};

  @TempDir Path directory;

  private final AtomicReference<Instant> time =
      new AtomicReference<>(Instant.parse("2026-11-23T10:00:00Z"));
  private final InstantSource clock = this::now;

  private EngineOptions options() {
    return EngineOptions.at(directory).withClock(clock).withWorkers(2);
  }

  private Instant now() {
    return Objects.requireNonNull(time.get());
  }

  private void pass(Duration duration) {
    time.updateAndGet(now -> now.plus(duration));
  }

  private static RunHandle start(Engine engine, String recipe) {
    return engine.start(RunRequest.of(new RecipeReader().read(recipe, "await.json")).build());
  }

  /** The wait of a step, as soon as it is open. */
  static StoredAwait opened(Engine engine, RunId run, String path) {
    Optional<StoredAwait> found = Optional.empty();
    while (found.isEmpty() || !found.get().isOpen()) {
      Thread.onSpinWait();
      found = engine.decisions().last(run, path);
    }
    return found.get();
  }

  private static AwaitAnswer approve(Engine engine, StoredAwait await, String who) {
    return engine.decisions().decide(await.key(), who, true, "fine").orElseThrow();
  }

  private static AwaitAnswer reject(Engine engine, StoredAwait await, String who) {
    return engine.decisions().decide(await.key(), who, false, "not today").orElseThrow();
  }

  @Test
  void run_waits_without_a_worker_until_it_is_approved() throws Exception {
    try (Engine engine = Engine.open(options())) {
      RunHandle run = start(engine, ASK);
      StoredAwait await = opened(engine, run.id(), "0.1");
      assertThat(run.isWaiting()).isTrue();
      assertThat(engine.load().work().busy()).isZero();
      assertThat(await.shown()).isEqualTo("Release 1?");
      assertThat(await.label()).isEqualTo("ok");
      assertThat(engine.decisions().inputHead(await.key())).asString().isEqualTo("draft\n");
      assertThat(engine.decisions().open(null, 10))
          .extracting(StoredAwait::key)
          .containsExactly(await.key());
      assertThat(engine.decisions().count(null)).isEqualTo(1);
      pass(Duration.ofDays(3));
      assertThat(approve(engine, await, "ann").counts()).isTrue();
      RunResult result = run.await();
      assertThat(result.status()).isEqualTo(RunStatus.DONE);
      assertThat(result.stdout().text()).isEqualTo("draft\n");
      StoredAwait after = engine.decisions().last(run.id(), "0.1").orElseThrow();
      assertThat(after.state()).isEqualTo(AwaitState.APPROVED);
      assertThat(after.decisions()).containsExactly(new StoredDecision("ann", true, "fine", now()));
      assertThat(engine.records().attempts(run.id()))
          .filteredOn(attempt -> attempt.stepIndex() == 2)
          .singleElement()
          .satisfies(
              attempt ->
                  assertThat(attempt.span().durationMillis())
                      .isEqualTo(Duration.ofDays(3).toMillis()));
      assertThat(engine.decisions().count(null)).isZero();
    }
  }

  @Test
  void rejection_fails_the_step_with_its_reason_and_nothing_follows() throws Exception {
    try (Engine engine = Engine.open(options())) {
      RunHandle run = start(engine, ASK);
      assertThat(reject(engine, opened(engine, run.id(), "0.1"), "bob").counts()).isTrue();
      RunResult result = run.await();
      assertThat(result.status()).isEqualTo(RunStatus.FAILED);
      assertThat(result.failures())
          .singleElement()
          .satisfies(
              failure -> {
                assertThat(failure.outcome().word()).isEqualTo("rejected");
                assertThat(failure.outcome().exitCode()).isEqualTo(1);
                assertThat(failure.stderr()).isEqualTo("rejected by bob: not today");
              });
      assertThat(engine.records().attempts(run.id())).hasSize(2);
    }
  }

  @Test
  void exit_codes_that_mean_success_do_not_make_an_approval_of_a_rejection() throws Exception {
    try (Engine engine = Engine.open(options())) {
      RunHandle run =
          start(
              engine,
              "{\"success_codes\": [0, 1], \"template\": [{\"await\": \"approval\"}, \"echo on\"]}");
      reject(engine, opened(engine, run.id(), "0.0"), "bob");
      assertThat(run.await().status()).isEqualTo(RunStatus.FAILED);
      RunHandle other =
          start(engine, "{\"success_codes\": [3], \"template\": [{\"await\": \"approval\"}]}");
      approve(engine, opened(engine, other.id(), "0.0"), "ann");
      assertThat(other.await().status()).isEqualTo(RunStatus.DONE);
    }
  }

  @Test
  void quorum_needs_different_people() throws Exception {
    try (Engine engine = Engine.open(options())) {
      RunHandle run = start(engine, "[{\"await\": \"approval\", \"approvals\": 2}, \"echo on\"]");
      StoredAwait await = opened(engine, run.id(), "0.0");
      assertThat(approve(engine, await, "ann").await().isOpen()).isTrue();
      assertThat(approve(engine, await, "ann").result()).isEqualTo(Result.DECIDED_BEFORE);
      assertThat(reject(engine, await, "ann").result()).isEqualTo(Result.DECIDED_BEFORE);
      assertThat(run.isWaiting()).isTrue();
      assertThat(approve(engine, await, "bob").await().state()).isEqualTo(AwaitState.APPROVED);
      assertThat(approve(engine, await, "cid").result()).isEqualTo(Result.ENDED);
      assertThat(run.await().status()).isEqualTo(RunStatus.DONE);
    }
  }

  @Test
  void of_many_decisions_at_once_exactly_one_counts() throws Exception {
    ExecutorService people = Executors.newFixedThreadPool(8);
    try (Engine engine = Engine.open(options())) {
      RunHandle run = start(engine, "[{\"await\": \"approval\"}, \"echo on\"]");
      StoredAwait await = opened(engine, run.id(), "0.0");
      List<Callable<AwaitAnswer>> all = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        String who = "p" + i;
        boolean approves = i % 2 == 0;
        all.add(() -> engine.decisions().decide(await.key(), who, approves, "").orElseThrow());
      }
      List<AwaitAnswer> answers = new ArrayList<>();
      for (Future<AwaitAnswer> answer : people.invokeAll(all)) {
        answers.add(answer.get());
      }
      assertThat(answers).filteredOn(AwaitAnswer::counts).hasSize(1);
      assertThat(answers)
          .filteredOn(answer -> !answer.counts())
          .extracting(AwaitAnswer::result)
          .containsOnly(Result.ENDED);
      StoredAwait after = engine.decisions().last(run.id(), "0.0").orElseThrow();
      assertThat(after.decisions()).hasSize(1);
      boolean approved = after.decisions().get(0).approves();
      assertThat(run.await().status()).isEqualTo(approved ? RunStatus.DONE : RunStatus.FAILED);
    } finally {
      people.shutdownNow();
    }
  }

  @Test
  void approval_waits_through_three_restarts_and_keeps_what_was_decided() throws Exception {
    RunId id;
    try (Engine first = Engine.open(options())) {
      RunHandle run =
          start(first, "[\"echo draft\", {\"await\": \"approval\", \"approvals\": 2}, \"cat\"]");
      id = run.id();
      approve(first, opened(first, id, "0.1"), "ann");
      first.suspend();
      assertThat(run.result()).isCompletedExceptionally();
    }
    for (int restart = 1; restart <= 3; restart++) {
      Engine engine = Engine.open(options());
      assertThat(engine.resumed()).extracting(RunHandle::id).containsExactly(id);
      StoredAwait await = opened(engine, id, "0.1");
      assertThat(await.decisions()).extracting(StoredDecision::principal).containsExactly("ann");
      assertThat(approve(engine, await, "ann").result()).isEqualTo(Result.DECIDED_BEFORE);
      assertThat(engine.records().resumes(id).get(restart - 1).leavesAgain()).isZero();
      if (restart < 3) {
        engine.suspend();
      } else {
        approve(engine, await, "bob");
        RunResult result = engine.resumed().get(0).await();
        assertThat(result.status()).isEqualTo(RunStatus.DONE);
        assertThat(result.stdout().text()).isEqualTo("draft\n");
        engine.close();
      }
    }
  }

  @Test
  void decision_counts_while_no_engine_executes_the_run() throws Exception {
    RunId id;
    try (Engine first = Engine.open(options())) {
      id = start(first, ASK).id();
      opened(first, id, "0.1");
      first.suspend();
    }
    try (Engine looking = Engine.open(options().withRecovery(Recovery.onRequest()))) {
      assertThat(looking.interrupted()).containsExactly(id);
      StoredAwait await = looking.decisions().last(id, "0.1").orElseThrow();
      assertThat(approve(looking, await, "ann").counts()).isTrue();
      assertThat(looking.resume(id, event -> {}).await().status()).isEqualTo(RunStatus.DONE);
    }
  }

  @Test
  void timeout_never_approves_and_also_runs_while_no_engine_is_there() throws Exception {
    String recipe = "[{\"await\": \"approval\", \"timeout\": 3600000}, \"echo on\"]";
    RunId id;
    try (Engine first = Engine.open(options())) {
      id = start(first, recipe).id();
      StoredAwait await = opened(first, id, "0.0");
      assertThat(await.expiresAt()).isEqualTo(now().plusSeconds(3600));
      first.suspend();
    }
    pass(Duration.ofHours(2));
    try (Engine engine = Engine.open(options())) {
      RunResult result = engine.resumed().get(0).await();
      assertThat(result.status()).isEqualTo(RunStatus.FAILED);
      assertThat(result.failures().get(0).outcome().word()).isEqualTo("timed_out");
      StoredAwait after = engine.decisions().last(id, "0.0").orElseThrow();
      assertThat(after.state()).isEqualTo(AwaitState.EXPIRED);
      assertThat(approve(engine, after, "ann").result()).isEqualTo(Result.EXPIRED);
    }
  }

  @Test
  void decision_after_the_timeout_does_not_count_even_if_nobody_has_noticed_it_yet()
      throws Exception {
    try (Engine engine = Engine.open(options())) {
      RunHandle run =
          start(engine, "[{\"await\": \"approval\", \"timeout\": 3600000}, \"echo on\"]");
      StoredAwait await = opened(engine, run.id(), "0.0");
      pass(Duration.ofHours(1));
      assertThat(approve(engine, await, "ann").result()).isEqualTo(Result.EXPIRED);
      assertThat(run.await().status()).isEqualTo(RunStatus.FAILED);
      assertThat(engine.decisions().last(run.id(), "0.0").orElseThrow().decisions()).isEmpty();
    }
  }

  @Test
  void timer_ends_a_wait_by_itself() throws Exception {
    try (Engine engine = Engine.open(options().withClock(InstantSource.system()))) {
      RunHandle run = start(engine, "[{\"await\": \"approval\", \"timeout\": 50}, \"echo on\"]");
      RunResult result = run.await();
      assertThat(result.status()).isEqualTo(RunStatus.FAILED);
      assertThat(result.failures().get(0).outcome().exitCode()).isEqualTo(124);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void cancel_ends_a_wait(boolean wholeRun) throws Exception {
    try (Engine engine = Engine.open(options())) {
      RunHandle run =
          start(
              engine,
              "{\"parallel\": true, \"template\": [{\"await\": \"approval\"}, \"echo b\"]}");
      StoredAwait await = opened(engine, run.id(), "0.0");
      if (wholeRun) {
        run.cancel();
      } else {
        run.cancel("0.0");
      }
      assertThat(run.await().status())
          .isEqualTo(wholeRun ? RunStatus.CANCELLED : RunStatus.DEGRADED);
      AwaitAnswer late = approve(engine, await, "ann");
      assertThat(late.counts()).isFalse();
      assertThat(late.await().state()).isEqualTo(AwaitState.CANCELLED);
    }
  }

  @Test
  void rerun_asks_again() throws Exception {
    try (Engine engine = Engine.open(options())) {
      RunHandle run = start(engine, "[\"echo draft\", {\"await\": \"approval\"}, \"ls missing\"]");
      approve(engine, opened(engine, run.id(), "0.1"), "ann");
      assertThat(run.await().status()).isNotEqualTo(RunStatus.DONE);
      RunHandle again = engine.rerun(RerunRequest.of(run.id()).withScope(RerunScope.FAILED));
      StoredAwait await = opened(engine, again.id(), "0.1");
      assertThat(await.decisions()).isEmpty();
      reject(engine, await, "bob");
      assertThat(again.await().status()).isEqualTo(RunStatus.FAILED);
    }
  }

  @Test
  void each_copy_and_each_attempt_is_asked_about() throws Exception {
    try (Engine engine = Engine.open(options())) {
      RunHandle run =
          start(
              engine,
              "{\"parallel\": true, \"repeat\": 2, \"retry\": 2, \"await\": \"approval\", \"show\": \"{index}\"}");
      StoredAwait first = opened(engine, run.id(), "0.0");
      StoredAwait second = opened(engine, run.id(), "0.1");
      assertThat(List.of(first.shown(), second.shown())).containsExactly("0", "1");
      reject(engine, first, "ann");
      StoredAwait again = first;
      while (again.key().attempt() == 1) {
        again = opened(engine, run.id(), "0.0");
      }
      assertThat(again.decisions()).isEmpty();
      approve(engine, again, "ann");
      approve(engine, second, "ann");
      assertThat(run.await().status()).isEqualTo(RunStatus.DONE);
    }
  }

  @Test
  void callback_is_answered_once_with_its_bytes() throws Exception {
    try (Engine engine = Engine.open(options())) {
      RunHandle run = start(engine, CALL);
      StoredAwait await = opened(engine, run.id(), "0.1");
      String token = engine.decisions().token(await).orElseThrow();
      assertThat(engine.decisions().call(token, BODY).orElseThrow().counts()).isTrue();
      assertThat(
              engine
                  .decisions()
                  .call(token, "again".getBytes(StandardCharsets.UTF_8))
                  .orElseThrow()
                  .result())
          .isEqualTo(Result.ENDED);
      RunResult result = run.await();
      assertThat(result.status()).isEqualTo(RunStatus.DONE);
      assertThat(result.stdout().bytes()).isEqualTo(BODY);
      assertThat(engine.decisions().call(token, BODY).orElseThrow().counts()).isFalse();
    }
  }

  @Test
  void callback_with_a_wrong_signature_finds_nothing() throws Exception {
    try (Engine engine = Engine.open(options())) {
      RunHandle run = start(engine, CALL);
      StoredAwait await = opened(engine, run.id(), "0.1");
      String token = engine.decisions().token(await).orElseThrow();
      String signature = token.substring(token.lastIndexOf('.') + 1);
      String flipped = (signature.startsWith("A") ? "B" : "A") + signature.substring(1);
      String named = token.substring(0, token.lastIndexOf('.'));
      for (String wrong :
          List.of(
              "",
              "x",
              named,
              named + "." + flipped,
              named + "." + signature + "=",
              named + "." + signature.substring(1),
              run.id() + ".3.1." + signature,
              run.id() + ".2.2." + signature,
              "20261121-231502-k3f9x2.2.1." + signature,
              "9".repeat(10_000))) {
        assertThat(engine.decisions().call(wrong, BODY)).as(wrong).isEmpty();
      }
      assertThat(run.isWaiting()).isTrue();
      AwaitKey approval = new AwaitKey(run.id(), 1, 1);
      assertThat(engine.decisions().decide(approval, "ann", true, "")).isEmpty();
      assertThat(engine.decisions().decide(await.key(), "ann", true, "")).isEmpty();
      run.cancel();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(engine.decisions().call(token, BODY).orElseThrow().counts()).isFalse();
    }
  }

  @Test
  void token_is_the_same_after_a_restart_and_another_one_elsewhere() throws Exception {
    RunId id;
    String token;
    try (Engine first = Engine.open(options())) {
      id = start(first, CALL).id();
      token = first.decisions().token(opened(first, id, "0.1")).orElseThrow();
      first.suspend();
    }
    try (Engine other = Engine.open(EngineOptions.inMemory().withClock(clock))) {
      RunHandle run = start(other, CALL);
      StoredAwait await = opened(other, run.id(), "0.1");
      assertThat(other.decisions().call(token, BODY)).isEmpty();
      assertThat(other.decisions().token(await).orElseThrow()).isNotEqualTo(token);
      run.cancel();
    }
    try (Engine second = Engine.open(options())) {
      StoredAwait await = opened(second, id, "0.1");
      assertThat(second.decisions().token(await)).contains(token);
      assertThat(second.decisions().call(token, BODY).orElseThrow().counts()).isTrue();
      assertThat(second.resumed().get(0).await().stdout().bytes()).isEqualTo(BODY);
    }
  }

  @Test
  void deleted_run_leaves_nothing_behind() throws Exception {
    try (Engine engine = Engine.open(options())) {
      RunHandle run = start(engine, ASK);
      reject(engine, opened(engine, run.id(), "0.1"), "bob");
      run.await();
      engine.housekeeping().delete(Set.of(run.id()));
      assertThat(engine.decisions().of(run.id())).isEmpty();
      assertThat(engine.decisions().last(run.id(), "0.1")).isEmpty();
    }
  }

  @Test
  void engine_that_closes_cancels_what_waits() {
    Engine engine = Engine.open(options());
    RunHandle run = start(engine, ASK);
    opened(engine, run.id(), "0.1");
    engine.close();
    assertThat(run.result().join().status()).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  void state_of_a_waiting_step_is_stored() throws Exception {
    try (Engine engine = Engine.open(options())) {
      RunHandle run = start(engine, ASK);
      opened(engine, run.id(), "0.1");
      assertThat(engine.records().steps(run.id()).get(2).progress().state())
          .isEqualTo(StepState.AWAITING);
      engine.suspend();
      assertThat(run.result())
          .failsWithin(Duration.ofSeconds(10))
          .withThrowableOfType(java.util.concurrent.ExecutionException.class)
          .withCauseInstanceOf(RunSuspendedException.class);
    } catch (CompletionException e) {
      throw new AssertionError(e);
    }
  }
}
