package dev.escarole.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.broker.CommandRunner;
import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.MemoryAuditLog;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.StoredTransition;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.StoreOptions;
import dev.escarole.recipe.RecipeReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The executor with a real store and workers, and commands written by hand at its border. */
@Timeout(300)
class RunExecutorTest {

  private static final InstantSource CLOCK = InstantSource.system();

  private final FakeRunner runner = new FakeRunner();
  private final StoreOptions options = StoreOptions.memory();
  private final RunStore store = RunStore.open(options);
  private final RunExecutor executor =
      new RunExecutor(
          broker(),
          store.journal(),
          store.awaits(),
          new WorkerOptions(2, 1_000, null),
          CLOCK,
          LastWork.NONE,
          LeafPlace.NONE);
  private final List<RunEvent> events = new CopyOnWriteArrayList<>();

  private ExecBroker broker() {
    ArtifactId artifact = new ArtifactId("0".repeat(64));
    List<Command> commands =
        Stream.of("say", "cat", "fail", "block", "throw")
            .map(name -> new Command(name, artifact, Command.Origin.BUILT_IN))
            .toList();
    return new ExecBroker(
        new CommandRegistry(commands),
        runner,
        principal -> Policy.localOperator(),
        new MemoryAuditLog(1_000),
        CLOCK,
        ReservedPlaces.NONE);
  }

  @AfterEach
  void close() {
    executor.close();
    store.close();
  }

  @Test
  void run_ends_with_everything_reported_and_stored() throws Exception {
    LiveRun run = start("[\"say one\", \"cat\", \"fail 4 broken\", \"say end\"]");
    RunResult result = run.result().get();
    assertThat(result.status()).isEqualTo(RunStatus.DEGRADED);
    assertThat(result.stdout().text()).isEqualTo("end");
    assertThat(result.failures())
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.path()).isEqualTo("0.2");
              assertThat(failure.outcome().exitCode()).isEqualTo(4);
              assertThat(failure.stderr()).isEqualTo("broken");
            });
    assertThat(result.attempts())
        .extracting(RunResult.AttemptReport::path)
        .containsExactly("0.0", "0.1", "0.2", "0.3");
    assertThat(result.attempts().get(1).stdinBytes()).isEqualTo(3);
    assertThat(result.attempts().get(1).fuelUsed()).isEqualTo(11);
    assertThat(store.records().run(run.id()).orElseThrow().status()).isEqualTo(RunStatus.DEGRADED);
    assertThat(store.records().steps(run.id())).hasSize(5);
    assertThat(store.records().attempts(run.id())).hasSize(4);
  }

  @Test
  void steps_are_stored_before_the_first_leaf_starts() throws Exception {
    CompletableFuture<Integer> seen = new CompletableFuture<>();
    RunId id = id();
    runner.beforeEach = () -> seen.complete(store.records().steps(id).size());
    start(id, plan("[\"say a\", \"say b\"]"), event -> {}).result().get();
    assertThat(seen.get()).isEqualTo(3);
  }

  @Test
  void events_come_in_order_and_end_with_the_end() throws Exception {
    RunResult result = start("[\"say one\", \"cat\"]").result().get();
    assertThat(events.get(0)).isInstanceOf(RunEvent.RunStarted.class);
    assertThat(events.get(events.size() - 1))
        .isInstanceOfSatisfying(
            RunEvent.RunEnded.class, end -> assertThat(end.result()).isSameAs(result));
    assertThat(changes("0.1")).containsExactly(StepState.RUNNING, StepState.DONE);
  }

  private List<StepState> changes(String path) {
    return events.stream()
        .filter(RunEvent.StepChanged.class::isInstance)
        .map(RunEvent.StepChanged.class::cast)
        .filter(change -> change.step().path().equals(path))
        .map(RunEvent.StepChanged::state)
        .toList();
  }

  @Test
  void no_more_leaves_run_at_once_than_there_are_workers() throws Exception {
    RunResult result =
        start("{\"parallel\": true, \"repeat\": 500, \"template\": \"say {index}\"}")
            .result()
            .get();
    assertThat(result.status()).isEqualTo(RunStatus.DONE);
    assertThat(result.attempts()).hasSize(500);
    assertThat(runner.most.get()).isLessThanOrEqualTo(2);
  }

  @Test
  void a_leaf_is_told_as_running_only_when_a_worker_takes_it_up() throws Exception {
    LiveRun run = start("{\"parallel\": true, \"repeat\": 6, \"template\": \"block\"}");
    assertThat(runner.blocked.await(60, TimeUnit.SECONDS)).isTrue();
    List<RunEvent> soFar = List.copyOf(events);
    run.cancel();
    assertThat(run.result().get().status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(soFar)
        .filteredOn(
            event ->
                event instanceof RunEvent.StepChanged change
                    && change.step() instanceof LeafStep
                    && change.state() == StepState.RUNNING)
        .hasSize(2);
  }

  @Test
  void a_waiting_delay_holds_no_worker() throws Exception {
    LiveRun waits =
        start(
            "{\"parallel\": true, \"repeat\": 200, \"template\":"
                + " {\"delay\": 3600000, \"template\": \"say x\"}}");
    RunResult result =
        start("{\"parallel\": true, \"template\": [{\"delay\": 100, \"template\": \"say x\"}]}")
            .result()
            .get();
    assertThat(result.status()).isEqualTo(RunStatus.DONE);
    assertThat(result.span().durationMillis()).isGreaterThanOrEqualTo(100L);
    waits.cancel();
    assertThat(waits.result().get().status()).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  void cancel_stops_running_leaves_and_stores_the_end() throws Exception {
    LiveRun run = start("{\"parallel\": true, \"template\": [\"block\", \"block\", \"say x\"]}");
    assertThat(runner.blocked.await(60, TimeUnit.SECONDS)).isTrue();
    run.cancel();
    RunResult result = run.result().get();
    assertThat(result.status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(store.records().run(run.id()).orElseThrow().status()).isEqualTo(RunStatus.CANCELLED);
    run.cancel();
  }

  @Test
  void a_wait_between_attempts_is_told_with_its_end_and_cancelled_at_once() throws Exception {
    LiveRun run =
        start("{\"retry\": 2, \"retry_delay\": 86400000, \"template\": \"fail 4 broken\"}");
    while (changes("0").stream().noneMatch(StepState.WAITING::equals)) {
      Thread.onSpinWait();
    }
    run.cancel();
    assertThat(run.result().get().status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(changes("0"))
        .containsExactly(StepState.RUNNING, StepState.WAITING, StepState.CANCELLED);
    RunEvent.StepChanged waiting =
        events.stream()
            .filter(RunEvent.StepChanged.class::isInstance)
            .map(RunEvent.StepChanged.class::cast)
            .filter(change -> change.until() != null)
            .findFirst()
            .orElseThrow();
    assertThat(waiting.state()).isEqualTo(StepState.WAITING);
    assertThat(waiting.until()).isBetween(waiting.at(), waiting.at().plusSeconds(86_400));
    assertThat(store.records().transitions(run.id()))
        .extracting(StoredTransition::state)
        .containsExactly(StepState.RUNNING, StepState.WAITING, StepState.CANCELLED);
  }

  @Test
  void a_step_that_waited_is_tried_again() throws Exception {
    LiveRun run = start("{\"retry\": 3, \"retry_delay\": 20, \"template\": \"fail 4 broken\"}");
    assertThat(run.result().get().attempts()).hasSize(3);
  }

  @Test
  void timeout_of_a_group_stops_its_leaves() throws Exception {
    RunResult result =
        start("[{\"timeout\": 50, \"template\": [\"block\", \"say never\"]}, \"say after\"]")
            .result()
            .get();
    assertThat(result.status()).isEqualTo(RunStatus.DEGRADED);
    assertThat(result.stdout().text()).isEqualTo("after");
    assertThat(result.failures())
        .extracting(failure -> failure.path() + " " + failure.outcome().word())
        .contains("0.0.0 cancelled");
  }

  @Test
  void a_runner_that_throws_fails_the_leaf_and_not_the_engine() throws Exception {
    RunResult result = start("[\"throw\", \"say after\"]").result().get();
    assertThat(result.status()).isEqualTo(RunStatus.DEGRADED);
    assertThat(result.failures().get(0).outcome().word()).isEqualTo("trapped");
  }

  @Test
  void an_unknown_command_is_an_ordinary_failure_with_exit_code_127() throws Exception {
    RunResult result = start("[\"sya hello\", \"say after\"]").result().get();
    assertThat(result.failures().get(0).outcome().exitCode()).isEqualTo(127);
    assertThat(result.failures().get(0).stderr()).contains("say");
    assertThat(result.stdout().text()).isEqualTo("after");
  }

  @Test
  void a_listener_that_throws_changes_nothing() throws Exception {
    RunId id = id();
    LiveRun run =
        start(
            id,
            plan("[\"say a\", \"cat\"]"),
            event -> {
              throw new IllegalStateException("listener");
            });
    assertThat(run.result().get().status()).isEqualTo(RunStatus.DONE);
  }

  @Test
  void many_runs_at_once_all_end() throws Exception {
    List<LiveRun> runs = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      runs.add(
          start(
              id(),
              plan("{\"parallel\": true, \"repeat\": 20, \"template\": \"say x\"}"),
              e -> {}));
    }
    for (LiveRun run : runs) {
      assertThat(run.result().get().status()).isEqualTo(RunStatus.DONE);
    }
  }

  @Test
  void close_cancels_what_runs_and_leaves_no_thread() throws Exception {
    LiveRun run = start("\"block\"");
    assertThat(runner.first.await(60, TimeUnit.SECONDS)).isTrue();
    executor.close();
    assertThat(run.result().get().status()).isEqualTo(RunStatus.CANCELLED);
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().matches("escarole-(worker|timers|finisher).*")) {
        // A pool is terminated a moment before its thread is.
        thread.join(60_000);
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
      }
    }
  }

  @Test
  void a_run_that_the_database_refuses_to_record_ends_with_the_reason() throws Exception {
    try (Connection connection = DriverManager.getConnection(options.url());
        Statement statement = connection.createStatement()) {
      statement.execute("alter table \"attempt\" drop column \"fuel_used\"");
    }
    LiveRun run = start("[\"say a\", \"block\"]");
    assertThatThrownBy(() -> run.result().get(120, TimeUnit.SECONDS))
        .hasCauseInstanceOf(StoreException.class)
        .hasMessageContaining("fuel_used");
    store.journal().flush();
    StoredRun stored = store.records().run(run.id()).orElseThrow();
    assertThat(stored.status()).isEqualTo(RunStatus.FAILED);
    assertThat(stored.error()).contains("fuel_used").contains("will not help");
  }

  private LiveRun start(String recipe) {
    return start(id(), plan(recipe), events::add);
  }

  private LiveRun start(RunId id, Plan plan, Consumer<RunEvent> listener) {
    store.create(
        new NewRun(id, "operator", Map.of(), "", Content.EMPTY, List.of(), Instant.EPOCH), plan);
    Launch.Setting setting =
        new Launch.Setting(
            Principal.localOperator(), List.of(), Limits.defaults(), false, HostStreams.NONE);
    return executor.start(
        new Launch(id, plan, Content.EMPTY, setting, Instant.now(), listener, Reuse.NONE, ""));
  }

  private static RunId id() {
    return RunId.create(Instant.now(), new Random());
  }

  private static Plan plan(String recipe) {
    return new PlanCompiler(PlanLimits.DEFAULTS)
        .compile(new RecipeReader().read(recipe, "test.json"), Map.of());
  }

  /** Commands in Java: {@code say}, {@code cat}, {@code fail}, {@code block}, {@code throw}. */
  private static final class FakeRunner implements CommandRunner {
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final CountDownLatch first = new CountDownLatch(1);
    private final CountDownLatch blocked = new CountDownLatch(2);
    private volatile Runnable beforeEach = () -> {};

    @Override
    public InvocationResult run(Command command, Invocation invocation) {
      beforeEach.run();
      most.accumulateAndGet(busy.incrementAndGet(), Math::max);
      try {
        return perform(command.name(), invocation);
      } finally {
        busy.decrementAndGet();
      }
    }

    private InvocationResult perform(String name, Invocation invocation) {
      List<String> arguments = invocation.arguments();
      return switch (name) {
        case "say" -> ended(Outcome.exited(0), String.join(" ", arguments), "");
        case "cat" ->
            ended(Outcome.exited(0), new String(invocation.stdin(), StandardCharsets.UTF_8), "");
        case "fail" ->
            ended(Outcome.exited(Integer.parseInt(arguments.get(0))), "", arguments.get(1));
        case "block" -> block(invocation);
        default -> throw new IllegalStateException("this command throws");
      };
    }

    private InvocationResult block(Invocation invocation) {
      CountDownLatch stopped = new CountDownLatch(1);
      invocation.cancellation().attach(stopped::countDown);
      first.countDown();
      blocked.countDown();
      try {
        stopped.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return ended(Outcome.of(Outcome.Kind.CANCELLED, "stopped"), "", "");
    }

    private static InvocationResult ended(Outcome outcome, String stdout, String stderr) {
      return new InvocationResult(outcome, Output.of(stdout), Output.of(stderr), 0, 0, 11);
    }

    @Override
    public void close() {}
  }
}
