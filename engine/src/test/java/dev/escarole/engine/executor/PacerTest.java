package dev.escarole.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.Call;
import dev.escarole.engine.broker.CommandRunner;
import dev.escarole.engine.broker.ExecBroker;
import dev.escarole.engine.broker.MemoryAuditLog;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Policy.Quota;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.executor.Pacer.StartOrder;
import dev.escarole.engine.executor.Pacer.WorkQueue;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The pacer over a real broker, in virtual time. */
class PacerTest {

  private static final Instant START = Instant.ofEpochMilli(1_000_400);
  private static final Principal AGENT = new Principal("agent", false);

  /** What is to happen at which time. */
  private record Due(Instant at, Runnable task) {}

  private static final class Instantly implements CommandRunner {
    @Override
    public InvocationResult run(Command command, Invocation invocation) {
      return new InvocationResult(Outcome.exited(0), Output.empty(), Output.empty(), 1, 0, 0);
    }

    @Override
    public void close() {}
  }

  private Instant now = START;
  private final Map<String, Policy> policies = new HashMap<>();
  private final PriorityQueue<Due> alarms = new PriorityQueue<>(Comparator.comparing(Due::at));
  private final Queue<WorkQueue.Task> handedOver = new ArrayDeque<>();
  private final StartOrder order = new StartOrder();

  /** Workers that are controlled by the test. */
  private final WorkQueue workers =
      new WorkQueue() {
        @Override
        public void add(Task task) {
          handedOver.add(task);
        }

        @Override
        public boolean remove(Task task) {
          return handedOver.remove(task);
        }
      };

  private final MemoryAuditLog audit = new MemoryAuditLog(10_000);
  private final ExecBroker broker =
      new ExecBroker(
          new CommandRegistry(
              List.of(new Command("true", ArtifactId.of(new byte[0]), Command.Origin.BUILT_IN))),
          new Instantly(),
          principal -> policies.getOrDefault(principal.name(), Policy.nothing()),
          audit,
          () -> now,
          ReservedPlaces.NONE);
  private final Pacer pacer =
      new Pacer(
          broker, workers, (millis, task) -> alarms.add(new Due(now.plusMillis(millis), task)));
  private final List<String> ran = new ArrayList<>();

  private void policy(Principal principal, int perSecond, int atOnce) {
    Quota quota = new Quota(OptionalInt.of(perSecond), OptionalInt.of(atOnce), 8);
    policies.put(principal.name(), Policy.allCommands().withQuota(quota));
  }

  private Cancellation leaf(Principal principal, String run, String name) {
    Cancellation cancellation = new Cancellation();
    pacer.start(
        new Pacer.Leaf(
            new Turn(principal.name(), "recipe", run),
            Call.by(principal, run, name),
            cancellation,
            order,
            false,
            (call, place) -> {
              if (!cancellation.isCancelled()) {
                broker.execute(call, Invocation.of("true").build());
              }
              ran.add(run + name + (cancellation.isCancelled() ? " cancelled" : ""));
            }));
    return cancellation;
  }

  private void fan(Principal principal, String run, int leaves) {
    for (int i = 1; i <= leaves; i++) {
      leaf(principal, run, "" + i);
    }
  }

  private void work() {
    while (!handedOver.isEmpty()) {
      workOne();
    }
  }

  private void workOne() {
    WorkQueue.Task task = handedOver.remove();
    task.taken();
    task.run();
  }

  /** Lets time pass until the next alarm, and the workers work. */
  private void nextAlarm() {
    Due due = alarms.remove();
    now = due.at();
    due.task().run();
    work();
  }

  private List<String> outcomes() {
    return audit.entries().stream().map(entry -> entry.outcome().word()).distinct().toList();
  }

  @Test
  void leaves_wait_for_the_next_second_instead_of_being_refused() {
    policy(AGENT, 10, 100);
    fan(AGENT, "a", 25);
    work();
    assertThat(ran).hasSize(10);
    assertThat(alarms).hasSize(1);

    nextAlarm();
    assertThat(now).isEqualTo(Instant.ofEpochMilli(1_001_000));
    assertThat(ran).hasSize(20);
    nextAlarm();
    assertThat(now).isEqualTo(Instant.ofEpochMilli(1_002_000));
    assertThat(ran).hasSize(25);
    assertThat(ran).startsWith("a1", "a2", "a3").endsWith("a25");
    assertThat(outcomes()).containsExactly("exited");
    assertThat(audit.entries()).hasSize(25);
    assertThat(alarms).isEmpty();
  }

  @Test
  void what_waits_is_in_no_workers_hands() {
    policy(AGENT, 3, 100);
    fan(AGENT, "a", 9);

    assertThat(handedOver).hasSize(3);
  }

  @Test
  void the_runs_of_one_principal_take_turns() {
    policy(AGENT, 4, 100);
    fan(AGENT, "a", 8);
    fan(AGENT, "b", 3);
    work();
    assertThat(ran).containsExactly("a1", "b1", "a2", "b2");
    nextAlarm();
    nextAlarm();
    assertThat(ran.subList(4, 11)).containsExactly("a3", "b3", "a4", "a5", "a6", "a7", "a8");
  }

  @Test
  void principals_do_not_wait_for_each_other() {
    Principal other = new Principal("other", false);
    policy(AGENT, 1, 100);
    policy(other, 5, 100);
    fan(AGENT, "a", 3);
    fan(other, "b", 5);
    work();

    assertThat(ran).containsExactly("a1", "b1", "b2", "b3", "b4", "b5");
  }

  @Test
  void a_waiting_leaf_that_is_cancelled_ends_at_once_and_is_not_charged() {
    policy(AGENT, 1, 100);
    leaf(AGENT, "a", "1");
    Cancellation second = leaf(AGENT, "a", "2");
    leaf(AGENT, "a", "3");
    work();
    second.cancel();
    work();
    assertThat(ran).containsExactly("a1", "a2 cancelled");

    nextAlarm();
    assertThat(ran).endsWith("a3");
    assertThat(audit.entries()).hasSize(2);
    assertThat(alarms).isEmpty();
  }

  @Test
  void a_leaf_cancelled_before_it_starts_ends_as_well() {
    policy(AGENT, 1, 100);
    leaf(AGENT, "a", "1");
    Cancellation gone = new Cancellation();
    gone.cancel();
    pacer.start(
        new Pacer.Leaf(
            new Turn(AGENT.name(), "recipe", "a"),
            Call.by(AGENT, "a", "2"),
            gone,
            order,
            false,
            (call, place) -> ran.add("a2 cancelled")));
    work();

    assertThat(ran).containsExactly("a2 cancelled", "a1");
  }

  @Test
  void no_more_go_at_once_than_the_cap_and_an_end_lets_the_next_one_go() {
    policy(AGENT, 1_000, 2);
    fan(AGENT, "a", 5);
    assertThat(handedOver).hasSize(2);
    workOne();
    assertThat(handedOver).hasSize(2);
    work();

    assertThat(ran).containsExactly("a1", "a2", "a3", "a4", "a5");
    assertThat(outcomes()).containsExactly("exited");
    assertThat(alarms).isEmpty();
  }

  @Test
  void what_a_worker_takes_up_in_a_later_second_counts_in_that_one() {
    policy(AGENT, 10, 100);
    fan(AGENT, "a", 25);
    now = Instant.ofEpochMilli(1_001_000);
    alarms.remove().task().run();
    assertThat(handedOver).hasSize(20);
    work();

    assertThat(ran).hasSize(10);
    nextAlarm();
    nextAlarm();
    assertThat(ran).hasSize(25).doesNotHaveDuplicates();
    assertThat(outcomes()).containsExactly("exited");
    assertThat(
            audit.entries().stream()
                .collect(
                    Collectors.groupingBy(
                        each -> each.at().getEpochSecond(), Collectors.counting()))
                .values())
        .allMatch(calls -> calls <= 10);
  }

  @Test
  void a_leaf_that_comes_too_late_for_its_second_is_not_overtaken_by_its_siblings() {
    policy(AGENT, 4, 100);
    fan(AGENT, "a", 12);
    workOne();
    // The next second begins before the workers come to the rest of this one's leaves.
    now = Instant.ofEpochMilli(1_001_000);
    alarms.remove().task().run();
    work();
    while (!alarms.isEmpty()) {
      nextAlarm();
    }

    assertThat(ran)
        .containsExactly("a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10", "a11", "a12");
    assertThat(outcomes()).containsExactly("exited");
  }

  @Test
  void a_quota_that_is_lifted_lets_nobody_pass_those_that_wait() {
    policy(AGENT, 1, 100);
    fan(AGENT, "a", 3);
    work();
    policies.put(
        "agent",
        Policy.allCommands().withQuota(new Quota(OptionalInt.empty(), OptionalInt.empty(), 8)));
    leaf(AGENT, "a", "4");
    work();
    nextAlarm();

    assertThat(ran).containsExactly("a1", "a2", "a3", "a4");
  }

  @Test
  void a_cancelled_leaf_ends_on_the_spot_while_no_worker_has_time() {
    policies.put("operator", Policy.localOperator());
    leaf(Principal.localOperator(), "a", "1");
    Cancellation free = leaf(Principal.localOperator(), "a", "2");
    free.cancel();
    policy(AGENT, 10, 100);
    Cancellation paced = leaf(AGENT, "b", "1");
    paced.cancel();

    assertThat(ran).containsExactly("a2 cancelled", "b1 cancelled");
    work();
    assertThat(ran).hasSize(3).endsWith("a1");
  }

  @Test
  void a_leaf_cancelled_on_its_way_to_a_late_worker_ends() {
    policy(AGENT, 1, 100);
    Cancellation first = leaf(AGENT, "a", "1");
    first.cancel();
    now = now.plusSeconds(5);
    broker.execute(AGENT, Invocation.of("true").build());
    work();

    assertThat(ran).containsExactly("a1 cancelled");
  }

  @Test
  void direct_calls_and_leaves_share_one_quota() {
    policy(AGENT, 3, 100);
    broker.execute(AGENT, Invocation.of("true").build());
    fan(AGENT, "a", 5);
    work();

    assertThat(ran).containsExactly("a1", "a2");
    nextAlarm();
    assertThat(ran).hasSize(5);
  }

  @Test
  void a_principal_revoked_while_its_leaves_wait_gets_them_refused_as_revoked() {
    policy(AGENT, 1, 100);
    fan(AGENT, "a", 4);
    work();
    policies.put("agent", Policy.nothing().withStanding(Policy.Standing.REVOKED));
    nextAlarm();

    assertThat(ran).hasSize(4);
    assertThat(outcomes()).containsExactly("exited", "revoked");
  }

  @Test
  void a_raised_quota_counts_from_the_next_second_on() {
    policy(AGENT, 1, 100);
    fan(AGENT, "a", 9);
    work();
    policy(AGENT, 100, 100);
    nextAlarm();

    assertThat(ran).hasSize(9);
  }

  @Test
  void the_local_operator_never_waits() {
    policies.put("operator", Policy.localOperator());
    fan(Principal.localOperator(), "a", 5_000);
    work();

    assertThat(ran).hasSize(5_000);
    assertThat(alarms).isEmpty();
  }
}
