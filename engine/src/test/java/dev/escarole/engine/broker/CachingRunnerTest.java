package dev.escarole.engine.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.CommandRunner.GuestCalls;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.InvocationResult.Purity;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.command.ResultCache;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** A cache between the broker and the runner. */
class CachingRunnerTest {

  private static final Command SORT =
      new Command("sort", ArtifactId.of(new byte[0]), Command.Origin.BUILT_IN);
  private static final Invocation CALL =
      Invocation.of("sort").stdin("b\na\n").cacheable(true).build();

  /** Counts what it runs, and answers as told. */
  private static final class Counter implements CommandRunner {
    private int ran;
    private Outcome outcome = Outcome.exited(0);
    private Purity purity = Purity.HERMETIC;
    private boolean truncated;

    @Override
    public InvocationResult run(Command command, Invocation invocation) {
      ran++;
      Output stdout = Output.of(("run " + ran).getBytes(StandardCharsets.UTF_8), truncated);
      return new InvocationResult(outcome, stdout, Output.of("note"), 5, 65_536, 7, purity);
    }

    @Override
    public void close() {}
  }

  /** A cache in a map. */
  private static final class MapCache implements ResultCache {
    private final Map<String, Kept> results = new ConcurrentHashMap<>();

    @Override
    public Optional<Kept> find(String key) {
      return Optional.ofNullable(results.get(key));
    }

    @Override
    public void keep(String key, Kept result) {
      results.put(key, result);
    }
  }

  private final Counter counter = new Counter();
  private final MapCache cache = new MapCache();
  private final CachingRunner runner = new CachingRunner(counter, cache);

  @Test
  void an_equal_call_is_answered_without_running() {
    runner.run(SORT, CALL);
    InvocationResult again = runner.run(SORT, CALL);

    assertThat(counter.ran).isEqualTo(1);
    assertThat(again.outcome()).isEqualTo(Outcome.exited(0));
    assertThat(again.stdout().utf8()).isEqualTo("run 1");
    assertThat(again.stderr().utf8()).isEqualTo("note");
    assertThat(again.purity()).isEqualTo(Purity.CACHED);
    assertThat(again.fuelUsed()).isZero();
    assertThat(again.wallNanos()).isZero();
  }

  @Test
  void a_call_that_differs_in_anything_runs() {
    runner.run(SORT, CALL);
    runner.run(SORT, CALL.toBuilder().arguments("-r").build());
    runner.run(SORT, CALL.toBuilder().stdin("b\n").build());
    runner.run(SORT, CALL.toBuilder().environment(Map.of("LANG", "C")).build());
    runner.run(new Command("sort", ArtifactId.of(new byte[1]), Command.Origin.REGISTERED), CALL);
    runner.run(
        SORT,
        CALL,
        new GuestCalls(
            nested -> InvocationResult.notStarted(Outcome.trapped("no"), ""),
            GuestCalls.NONE.http()));
    assertThat(counter.ran).isEqualTo(6);
  }

  @Test
  void a_call_that_was_not_to_be_cached_neither_asks_nor_leaves_anything() {
    runner.run(SORT, CALL.toBuilder().cacheable(false).build());
    assertThat(cache.results).isEmpty();
    runner.run(SORT, CALL);
    runner.run(SORT, CALL.toBuilder().cacheable(false).build());
    assertThat(counter.ran).isEqualTo(3);
  }

  @Test
  void what_failed_is_not_kept() {
    for (Outcome failure : List.of(Outcome.exited(1), Outcome.trapped("unreachable"))) {
      counter.outcome = failure;
      runner.run(SORT, CALL);
    }
    assertThat(cache.results).isEmpty();
  }

  @Test
  void what_may_depend_on_more_is_not_kept() {
    counter.purity = Purity.IMPURE;
    runner.run(SORT, CALL);
    assertThat(cache.results).isEmpty();
  }

  @Test
  void what_was_cut_off_is_not_kept() {
    counter.truncated = true;
    runner.run(SORT, CALL);
    assertThat(cache.results).isEmpty();
  }

  @Test
  void a_cancelled_call_is_left_to_the_runner() {
    runner.run(SORT, CALL);
    Invocation cancelled = CALL.toBuilder().cancellation(new Cancellation()).build();
    cancelled.cancellation().cancel();
    assertThat(runner.run(SORT, cancelled).purity()).isEqualTo(Purity.HERMETIC);
  }

  @Test
  void the_broker_refuses_before_the_cache_is_asked() {
    runner.run(SORT, CALL);
    ExecBroker broker = broker(Policy.allCommands(), new MemoryAuditLog(10));
    InvocationResult revoked = broker.execute(new Principal("agent", true), CALL);
    ExecBroker strict = broker(Policies.onlyCommands(Set.of("grep")), new MemoryAuditLog(10));
    InvocationResult ungranted = strict.execute(new Principal("agent", false), CALL);

    assertThat(revoked.outcome().kind()).isEqualTo(Outcome.Kind.REVOKED);
    assertThat(revoked.stdout().bytes()).isEmpty();
    assertThat(ungranted.outcome().kind()).isEqualTo(Outcome.Kind.COMMAND_NOT_GRANTED);
    assertThat(ungranted.stdout().bytes()).isEmpty();
  }

  @Test
  void a_kept_result_is_audited_as_a_call_that_cost_nothing_and_counts_for_the_quota() {
    MemoryAuditLog audit = new MemoryAuditLog(10);
    ExecBroker broker = broker(Policies.callsPerSecond(Policy.allCommands(), 2), audit);
    Principal agent = new Principal("agent", false);
    broker.execute(agent, CALL);
    broker.execute(agent, CALL);
    InvocationResult third = broker.execute(agent, CALL);

    assertThat(third.outcome().kind()).isEqualTo(Outcome.Kind.RATE_LIMITED);
    assertThat(counter.ran).isEqualTo(1);
    AuditLog.Entry kept = audit.entries().get(1);
    assertThat(kept.outcome().isSuccess()).isTrue();
    assertThat(kept.outcome().detail()).isEqualTo("cached");
    assertThat(kept.artifact()).isEqualTo(SORT.artifact());
    assertThat(kept.cost()).isEqualTo(new AuditLog.Cost(Duration.ZERO, 0));
  }

  private ExecBroker broker(Policy policy, MemoryAuditLog audit) {
    CommandRegistry registry = new CommandRegistry(List.of(SORT));
    return new ExecBroker(
        registry,
        runner,
        principal -> policy,
        audit,
        () -> Instant.ofEpochSecond(1_000),
        ReservedPlaces.NONE);
  }
}
