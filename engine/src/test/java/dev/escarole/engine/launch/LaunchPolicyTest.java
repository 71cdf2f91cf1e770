package dev.escarole.engine.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.Engine;
import dev.escarole.engine.Launched;
import dev.escarole.engine.RerunRequest;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.LaunchKey;
import dev.escarole.engine.store.RunFilter;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.await.StoredAwait;
import dev.escarole.engine.store.launch.QueueFullException;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs at once, the queue behind them, priorities and deadlines. */
@Timeout(120)
class LaunchPolicyTest {

  private static final String ONE = "{\"at_once\": 1}";

  @TempDir Path directory;

  private Engine engine;

  @BeforeEach
  void open() throws IOException {
    engine = Engine.open(Launching.options(directory).withWorkers(2));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private List<RunId> startOrder() {
    List<RunId> order = new CopyOnWriteArrayList<>();
    engine.listen(
        event -> {
          if (event instanceof RunEvent.RunStarted) {
            order.add(event.run());
          }
        });
    return order;
  }

  @Test
  void second_run_is_stored_as_queued_and_starts_when_the_first_has_ended() throws Exception {
    RunHandle first = Launching.hold(engine, ONE);
    RunHandle second = Launching.quick(engine, ONE, "operator");
    assertThat(first.queuePlace()).isEmpty();
    assertThat(Launching.status(engine, second.id())).isEqualTo(RunStatus.QUEUED);
    QueuePlace place = second.queuePlace().orElseThrow();
    assertThat(place.place()).isEqualTo(1);
    assertThat(place.queued()).isEqualTo(1);
    assertThat(place.atOnce()).isEqualTo(1);
    assertThat(engine.handle(second.id())).isPresent();
    assertThat(engine.queued()).extracting(RunHandle::id).containsExactly(second.id());
    assertThat(engine.load().work().runs()).isEqualTo(1);
    assertThat(second.plan().recipeName()).isEqualTo("nightly");
    assertThat(second.counts().leaves().pending()).isEqualTo(1);

    first.cancel();
    RunResult result = second.await();
    assertThat(result.status()).isEqualTo(RunStatus.DONE);
    assertThat(second.queuePlace()).isEmpty();
    assertThat(engine.queued()).isEmpty();
    assertThat(engine.records().attempts(second.id())).hasSize(1);
  }

  @Test
  void there_are_never_more_runs_than_allowed_and_each_runs_once() throws Exception {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    engine.listen(
        event -> {
          if (event instanceof RunEvent.AttemptStarted) {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
          } else if (event instanceof RunEvent.AttemptEnded) {
            now.decrementAndGet();
          }
        });
    String rule = "{\"at_once\": 2}";
    List<RunHandle> runs = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      runs.add(Launching.quick(engine, rule, i % 3 == 0 ? "ada" : "bob"));
    }
    for (RunHandle run : runs) {
      assertThat(run.await().status()).isEqualTo(RunStatus.DONE);
    }
    assertThat(most.get()).isBetween(1, 2);
    assertThat(Launching.done(engine))
        .containsExactlyElementsOf(runs.stream().map(RunHandle::id).toList());
    for (RunHandle run : runs) {
      assertThat(engine.records().attempts(run.id())).hasSize(1);
    }
  }

  @Test
  void full_queue_refuses_the_launch_says_when_to_come_again_and_stores_nothing() throws Exception {
    String rule = "{\"at_once\": 1, \"queue\": 2}";
    RunHandle first = Launching.hold(engine, rule);
    Launching.quick(engine, rule, "operator");
    Launching.quick(engine, rule, "operator");
    assertThatThrownBy(() -> Launching.quick(engine, rule, "operator"))
        .isInstanceOfSatisfying(
            QueueFullException.class,
            e -> assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(10)))
        .hasMessage("one run of 'nightly' is allowed at once, and 2 more are already queued");
    assertThat(engine.records().runs(RunQuery.latest(10))).hasSize(3);
    assertThat(workspaces()).isEqualTo(3);

    first.cancel();
    first.await();
    for (RunHandle run : engine.queued()) {
      run.await();
    }
    RunHandle again = Launching.quick(engine, rule, "operator");
    assertThat(again.await().status()).isEqualTo(RunStatus.DONE);
  }

  private long workspaces() throws IOException {
    try (Stream<Path> all = Files.list(directory.resolve("runs"))) {
      return all.count();
    }
  }

  @Test
  void queue_of_none_refuses_while_a_run_goes_on() {
    String rule = "{\"at_once\": 1, \"queue\": 0}";
    Launching.hold(engine, rule);
    assertThatThrownBy(() -> Launching.hold(engine, rule))
        .isInstanceOf(QueueFullException.class)
        .hasMessageContaining("launches are not queued");
  }

  @Test
  void refusal_estimates_from_recent_runs_when_there_is_a_place() throws Exception {
    String rule = "{\"at_once\": 1, \"queue\": 0}";
    Launching.quick(engine, rule, "operator").await();
    Launching.hold(engine, rule);
    assertThatThrownBy(() -> Launching.hold(engine, rule))
        .isInstanceOfSatisfying(
            QueueFullException.class,
            e -> assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(1)));
  }

  @Test
  void run_that_has_not_started_by_its_deadline_expires() throws Exception {
    String rule = "{\"at_once\": 1, \"deadline\": \"1s\"}";
    RunHandle first = Launching.hold(engine, rule);
    RunHandle late = Launching.quick(engine, rule, "operator");
    assertThat(late.queuePlace().orElseThrow().expiresAt()).isNotNull();
    RunResult result = late.await();
    assertThat(result.status()).isEqualTo(RunStatus.EXPIRED);
    assertThat(Launching.status(engine, late.id())).isEqualTo(RunStatus.EXPIRED);
    assertThat(engine.records().run(late.id()).orElseThrow().error())
        .isEqualTo("it did not start within its deadline of 1s");
    assertThat(engine.records().attempts(late.id())).isEmpty();
    assertThat(Launching.status(engine, first.id())).isEqualTo(RunStatus.RUNNING);
    assertThat(engine.handle(late.id())).isEmpty();
  }

  @Test
  void higher_priorities_start_first_and_equal_ones_in_order_of_their_launches() throws Exception {
    String rule = "{\"at_once\": 1, \"priority\": 5}";
    RunHandle first = Launching.hold(engine, rule);
    List<RunHandle> runs = new ArrayList<>();
    for (int priority : new int[] {0, 10, 5, 10, -3}) {
      runs.add(engine.start(Launching.request(rule, 0).priority(priority).build()));
    }
    RunHandle usual = Launching.quick(engine, rule, "operator");
    assertThat(usual.queuePlace().orElseThrow().priority()).isEqualTo(5);
    assertThat(usual.queuePlace().orElseThrow().place()).isEqualTo(4);
    List<RunId> order = startOrder();
    first.cancel();
    for (RunHandle run : runs) {
      run.await();
    }
    assertThat(order)
        .containsExactly(
            runs.get(1).id(),
            runs.get(3).id(),
            runs.get(2).id(),
            usual.id(),
            runs.get(0).id(),
            runs.get(4).id());
  }

  @Test
  void cancelled_queued_run_leaves_its_place_to_the_next() throws Exception {
    RunHandle first = Launching.hold(engine, ONE);
    RunHandle second = Launching.quick(engine, ONE, "operator");
    RunHandle third = Launching.quick(engine, ONE, "operator");
    assertThat(third.queuePlace().orElseThrow().place()).isEqualTo(2);
    second.cancel();
    RunResult cancelled = second.await();
    assertThat(cancelled.status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(engine.records().run(second.id()).orElseThrow().error())
        .isEqualTo("it was cancelled while it was queued");
    assertThat(engine.records().attempts(second.id())).isEmpty();
    assertThat(third.queuePlace().orElseThrow().place()).isEqualTo(1);
    first.cancel();
    assertThat(third.await().status()).isEqualTo(RunStatus.DONE);
  }

  @Test
  void run_that_waits_for_people_does_not_count() throws Exception {
    String recipe =
        "{\"name\": \"nightly\", \"launch\": {\"at_once\": 1}, \"template\":"
            + " [\"echo a\", {\"await\": \"approval\"}]}";
    RunRequest.Builder asks = RunRequest.of(new RecipeReader().read(recipe, "test.json"));
    RunHandle waits = engine.start(asks.build());
    RunHandle next = Launching.quick(engine, ONE, "operator");
    assertThat(next.await().status()).isEqualTo(RunStatus.DONE);
    assertThat(waits.isWaiting()).isTrue();

    RunHandle held = Launching.hold(engine, ONE);
    assertThat(held.queuePlace()).isEmpty();
    List<StoredAwait> open = List.of();
    while (open.isEmpty()) {
      Thread.onSpinWait();
      open = engine.decisions().open(null, 1);
    }
    engine.decisions().decide(open.get(0).key(), "ann", true, "");
    assertThat(waits.await().status()).as("it goes on at once").isEqualTo(RunStatus.DONE);
  }

  @Test
  void repeated_launch_of_a_queued_run_finds_it() {
    Launching.hold(engine, ONE);
    LaunchKey key = LaunchKey.of("ada", "k");
    Launched first = engine.launch(Launching.request(ONE, 0).build(), key);
    Launched second = engine.launch(Launching.request(ONE, 0).build(), key);
    assertThat(second).isEqualTo(new Launched.Before(first.id()));
    assertThat(engine.queued()).hasSize(1);
  }

  @Test
  void rerun_is_queued_like_every_launch() throws Exception {
    RunHandle before = Launching.quick(engine, ONE, "operator");
    before.await();
    RunHandle first = Launching.hold(engine, ONE);
    RunHandle again = engine.rerun(RerunRequest.of(before.id()).withScope(RerunScope.ALL));
    assertThat(again.queuePlace()).isPresent();
    first.cancel();
    assertThat(again.await().status()).isEqualTo(RunStatus.DONE);
  }

  @Test
  void queued_run_is_not_deleted_and_not_rerun() {
    Launching.hold(engine, ONE);
    RunHandle queued = Launching.quick(engine, ONE, "operator");
    assertThat(engine.housekeeping().delete(Set.of(queued.id())).runs()).isEmpty();
    assertThatThrownBy(() -> engine.rerun(RerunRequest.of(queued.id())))
        .hasMessageContaining("is not over");
    RunFilter filter = RunFilter.ALL.withStatuses(Set.of(RunStatus.QUEUED));
    assertThat(engine.records().runs(RunQuery.latest(9).withFilter(filter))).hasSize(1);
  }

  @Test
  void thousand_queued_runs_hold_no_plans_no_workers_and_no_threads() throws Exception {
    String rule = "{\"at_once\": 1, \"queue\": 1000}";
    RunHandle first = Launching.hold(engine, rule);
    int threads = Thread.activeCount();
    for (int i = 0; i < 1_000; i++) {
      Launching.quick(engine, rule, i % 7 == 0 ? "ada" : "bob");
    }
    assertThat(engine.queued()).hasSize(1_000);
    assertThat(engine.running()).hasSize(1);
    assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads + 5);
    assertThat(engine.queued().get(999).queuePlace().orElseThrow().place()).isEqualTo(1_000);
    List<RunHandle> all = engine.queued();
    first.cancel();
    for (RunHandle run : all) {
      assertThat(run.await().status()).isEqualTo(RunStatus.DONE);
    }
  }
}
