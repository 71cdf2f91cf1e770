package dev.escarole.engine.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Command.Origin;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.command.Output;
import dev.escarole.engine.command.ReservedPlaces;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ExecBrokerTest {

  private static final ArtifactId ARTIFACT = ArtifactId.of(new byte[0]);
  private static final Principal AGENT = new Principal("agent", false);
  private static final Principal OUTCAST = new Principal("agent", true);

  /** Remembers what ran and answers at once. */
  private static final class Recorder implements CommandRunner {
    private final List<String> ran = new ArrayList<>();
    private final List<Limits> limits = new ArrayList<>();
    private Runnable inside = () -> {};

    @Override
    public InvocationResult run(Command command, Invocation invocation) {
      ran.add(command.name());
      limits.add(invocation.limits());
      inside.run();
      return new InvocationResult(
          Outcome.exited(2), Output.of("out"), Output.empty(), 3_000_000, 65_536, 10);
    }

    @Override
    public void close() {
      ran.clear();
    }
  }

  private final Recorder runner = new Recorder();
  private final MemoryAuditLog audit = new MemoryAuditLog(100);
  private final CommandRegistry registry =
      new CommandRegistry(
          List.of(
              new Command("sort", ARTIFACT, Origin.BUILT_IN),
              new Command("grep", ARTIFACT, Origin.BUILT_IN)));
  private Instant now = Instant.ofEpochSecond(1_000);
  private Policy policy = Policy.allCommands();
  private final InstantSource clock = () -> now;
  private final ExecBroker broker =
      new ExecBroker(registry, runner, principal -> policy, audit, clock, ReservedPlaces.NONE);

  private InvocationResult execute(Principal principal, String command, int depth) {
    return broker.execute(principal, Invocation.of(command).depth(depth).build());
  }

  @Test
  void execute_grantedCommand_runsAndIsAudited() {
    InvocationResult result = execute(AGENT, "sort", 8);

    assertThat(result.outcome()).isEqualTo(Outcome.exited(2));
    assertThat(runner.ran).containsExactly("sort");
    assertThat(audit.entries())
        .containsExactly(
            new AuditLog.Entry(
                Call.by(AGENT),
                "sort",
                ARTIFACT,
                now,
                Outcome.exited(2),
                new AuditLog.Cost(Duration.ofMillis(3), 10)));
  }

  @Test
  void wc_21_to_27_execute_everyRungApplies_theFirstAnswers() {
    policy =
        Policies.callsPerSecond(
            Policies.onlyCommands(Set.of("grep")).withStanding(Policy.Standing.DENIED), 1);
    assertThat(execute(AGENT, "none", 99).outcome().kind()).isEqualTo(Kind.DENIED);

    assertThat(execute(OUTCAST, "none", 99).outcome().kind()).isEqualTo(Kind.REVOKED);
    assertThat(execute(AGENT, "none", 99).outcome().kind()).isEqualTo(Kind.RATE_LIMITED);
    now = now.plusSeconds(1);
    assertThat(execute(AGENT, "none", 99).outcome().kind()).isEqualTo(Kind.DENIED);
    policy = Policies.onlyCommands(Set.of("grep")).withQuota(Policy.Quota.NONE);
    assertThat(execute(AGENT, "none", 99).outcome().kind()).isEqualTo(Kind.MAX_DEPTH);
    assertThat(execute(AGENT, "none", 9).outcome().kind()).isEqualTo(Kind.MAX_DEPTH);
    assertThat(execute(AGENT, "none", 8).outcome().kind()).isEqualTo(Kind.COMMAND_NOT_GRANTED);
    assertThat(execute(AGENT, "sort", 8).outcome().kind()).isEqualTo(Kind.COMMAND_NOT_GRANTED);
    policy = Policy.allCommands();
    assertThat(execute(AGENT, "none", 8).outcome().kind()).isEqualTo(Kind.UNKNOWN_COMMAND);

    assertThat(runner.ran).isEmpty();
    assertThat(audit.entries())
        .extracting(entry -> entry.outcome().word())
        .containsExactly(
            "denied",
            "revoked",
            "rate_limited",
            "denied",
            "max_depth",
            "max_depth",
            "command_not_granted",
            "command_not_granted",
            "unknown_command");
  }

  @Test
  void wc_27_execute_unknownCommand_hintsAtTheNearestOnStderr() {
    InvocationResult result = execute(AGENT, "srot", 0);

    assertThat(result.stderr().utf8()).isEqualTo("srot: unknown command; did you mean sort?\n");
    assertThat(result.outcome().exitCode()).isEqualTo(127);
    assertThat(execute(AGENT, "/bin/sh", 0).stderr().utf8())
        .isEqualTo("/bin/sh: unknown command\n");
  }

  @Test
  void execute_refusal_saysWhyOnStderr() {
    policy = Policies.onlyCommands(Set.of("grep"));

    InvocationResult result = execute(AGENT, "sort", 0);

    assertThat(result.stderr().utf8()).isEqualTo("sort: this command is not granted to 'agent'\n");
    assertThat(result.outcome().exitCode()).isEqualTo(126);
    assertThat(result.outcome().kind().isDenial()).isTrue();
  }

  @Test
  void wc_23_quota_default_isTwoThousandCallsInOneSecondOfTheClock() {
    policy = Policies.onlyCommands(Set.of());
    for (int i = 0; i < 2_000; i++) {
      assertThat(execute(AGENT, "sort", 0).outcome().kind()).isEqualTo(Kind.COMMAND_NOT_GRANTED);
    }
    assertThat(execute(AGENT, "sort", 0).outcome().kind()).isEqualTo(Kind.RATE_LIMITED);
    assertThat(execute(new Principal("other", false), "sort", 0).outcome().kind())
        .isEqualTo(Kind.COMMAND_NOT_GRANTED);
    now = now.plusMillis(999);
    assertThat(execute(AGENT, "sort", 0).outcome().kind()).isEqualTo(Kind.RATE_LIMITED);
    now = now.plusMillis(1);
    assertThat(execute(AGENT, "sort", 0).outcome().kind()).isEqualTo(Kind.COMMAND_NOT_GRANTED);
  }

  @Test
  void quota_ofTheLocalOperator_doesNotExist() {
    policy = Policy.localOperator();
    for (int i = 0; i < 2_500; i++) {
      assertThat(execute(Principal.localOperator(), "sort", 0).outcome().kind())
          .isEqualTo(Kind.EXITED);
    }
    assertThat(audit.entries()).hasSize(100);
  }

  /** A ladder rung: a policy and a call that it refuses, with the word of the refusal. */
  private record Rung(Kind kind, UnaryOperator<Policy> policy, String command, int depth) {}

  private static final List<Rung> LADDER =
      List.of(
          new Rung(Kind.REVOKED, p -> p.withStanding(Policy.Standing.REVOKED), "sort", 0),
          new Rung(Kind.RATE_LIMITED, p -> Policies.callsPerSecond(p, 1), "sort", 0),
          new Rung(Kind.DENIED, p -> p.withStanding(Policy.Standing.DENIED), "sort", 0),
          new Rung(Kind.MAX_DEPTH, p -> p, "sort", 9),
          new Rung(
              Kind.COMMAND_NOT_GRANTED,
              p -> p.withCommands(new CommandNames(Set.of("grep"))),
              "sort",
              0),
          new Rung(Kind.UNKNOWN_COMMAND, p -> p, "nosuch", 0));

  @Test
  void wc_21_ofTwoNeighbouringRungs_theHigherAnswers() {
    for (int i = 0; i + 1 < LADDER.size(); i++) {
      Rung higher = LADDER.get(i);
      Rung lower = LADDER.get(i + 1);
      now = now.plusSeconds(1);
      policy = Policies.callsPerSecond(Policy.allCommands(), 1);
      execute(AGENT, "sort", 0); // uses the quota up, for the rung that looks at it
      boolean quotaMatters =
          higher.kind() == Kind.RATE_LIMITED || lower.kind() == Kind.RATE_LIMITED;
      Policy open = quotaMatters ? policy : Policy.allCommands();
      // Whichever standing is set last stays, so the higher one is applied last.
      policy = higher.policy().apply(lower.policy().apply(open));
      String command = lower.command().equals("nosuch") ? "nosuch" : higher.command();
      int depth = Math.max(higher.depth(), lower.depth());

      assertThat(execute(AGENT, command, depth).outcome().kind()).isEqualTo(higher.kind());
    }
    assertThat(runner.ran).containsOnly("sort").hasSize(LADDER.size() - 1);
  }

  @Test
  void wc_21_everyRung_refusesByItself() {
    for (Rung rung : LADDER) {
      now = now.plusSeconds(1);
      policy = rung.policy().apply(Policy.allCommands());
      if (rung.kind() == Kind.RATE_LIMITED) {
        execute(AGENT, "sort", 0);
      }
      assertThat(execute(AGENT, rung.command(), rung.depth()).outcome().kind())
          .isEqualTo(rung.kind());
    }
  }

  @Test
  void cap_ofConcurrentCalls_comesAfterTheSixAndFreesItsSlots() {
    policy =
        Policy.allCommands().withQuota(new Policy.Quota(OptionalInt.of(100), OptionalInt.of(2), 8));
    List<Outcome> inside = new ArrayList<>();
    runner.inside =
        () -> {
          runner.inside = () -> inside.add(execute(AGENT, "sort", 0).outcome());
          inside.add(execute(AGENT, "nosuch", 0).outcome());
          execute(AGENT, "sort", 0);
          inside.add(execute(new Principal("other", false), "sort", 0).outcome());
        };
    execute(AGENT, "sort", 0);
    runner.inside = () -> {};

    assertThat(inside)
        .extracting(Outcome::kind)
        .startsWith(Kind.UNKNOWN_COMMAND, Kind.TOO_MANY_PROCESSES);
    assertThat(inside.get(1).detail()).isEqualTo("'agent' may run 2 commands at once");
    assertThat(execute(AGENT, "sort", 0).outcome().kind()).isEqualTo(Kind.EXITED);
  }

  @Test
  void cap_slotOfACallThatThrows_isFreeAgainAndTheCallIsAudited() {
    policy =
        Policy.allCommands().withQuota(new Policy.Quota(OptionalInt.empty(), OptionalInt.of(1), 8));
    runner.inside =
        () -> {
          throw new IllegalStateException("broken");
        };
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> execute(AGENT, "sort", 0)).hasMessage("broken");
    }
    assertThat(audit.entries())
        .extracting(entry -> entry.outcome().word())
        .containsExactly("trapped", "trapped", "trapped");
  }

  @Test
  void reserve_chargesAheadOfTheCallAndOnce() {
    policy = Policies.callsPerSecond(Policy.allCommands(), 2);
    Call first = broker.reserve(Call.by(AGENT)).orElseThrow();
    assertThat(broker.reserve(first)).hasValue(first);
    Call second = broker.reserve(Call.by(AGENT)).orElseThrow();
    assertThat(broker.reserve(Call.by(AGENT))).isEmpty();
    assertThat(execute(AGENT, "sort", 0).outcome().kind()).isEqualTo(Kind.RATE_LIMITED);

    Invocation sort = Invocation.of("sort").build();
    assertThat(broker.execute(first, sort).outcome().kind()).isEqualTo(Kind.EXITED);
    assertThat(broker.execute(second, sort).outcome().kind()).isEqualTo(Kind.EXITED);
    assertThat(broker.untilRenewal()).isEqualTo(Duration.ofSeconds(1));
    now = now.plusMillis(400);
    assertThat(broker.untilRenewal()).isEqualTo(Duration.ofMillis(600));
  }

  @Test
  void admits_whatIsNoCommand_isChargedToTheSameQuota() {
    policy = Policies.callsPerSecond(Policy.allCommands(), 3);
    assertThat(broker.admits(AGENT)).isTrue();
    assertThat(execute(AGENT, "sort", 0).outcome().kind()).isEqualTo(Kind.EXITED);
    assertThat(broker.admits(AGENT)).isTrue();
    assertThat(broker.admits(AGENT)).isFalse();
    assertThat(execute(AGENT, "sort", 0).outcome().kind()).isEqualTo(Kind.RATE_LIMITED);
    assertThat(broker.admits(new Principal("other", false))).isTrue();
    now = now.plusSeconds(1);
    assertThat(broker.admits(AGENT)).isTrue();
    assertThat(broker.admits(new Principal("agent", true))).isTrue();
  }

  @Test
  void refused_aCallThatItsCallerRefuses_isAudited() {
    Outcome denial = Outcome.of(Kind.DENIED, "no stream for that");
    broker.refused(Call.by(AGENT, "run", "0.1"), "sort", denial);
    assertThat(audit.entries())
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.call().step()).isEqualTo("0.1");
              assertThat(entry.command()).isEqualTo("sort");
              assertThat(entry.outcome()).isEqualTo(denial);
              assertThat(entry.at()).isEqualTo(now);
            });
    assertThat(runner.ran).isEmpty();
  }

  @Test
  void grants_directoriesAndVariables_areDeniedUnlessGranted() {
    DirectoryGrant books = DirectoryGrant.parse("/srv/books::/books:ro");
    policy =
        Policy.allCommands()
            .withGrants(
                new Policy.Grants(
                    Optional.of(List.of(books)), Optional.of(Set.of("LANG")), Optional.empty()));
    Invocation.Builder call = Invocation.of("sort");

    assertThat(kind(call.directories(List.of(books)).environment(Map.of("LANG", "C"))))
        .isEqualTo(Kind.EXITED);
    assertThat(kind(call.environment(Map.of("PWD", "/books")))).isEqualTo(Kind.EXITED);
    assertThat(kind(call.environment(Map.of("PATH", "/")))).isEqualTo(Kind.DENIED);
    assertThat(
            kind(
                call.environment(Map.of())
                    .directories(List.of(DirectoryGrant.parse("/srv/books::/books")))))
        .isEqualTo(Kind.DENIED);
    assertThat(kind(call.directories(List.of(DirectoryGrant.workspace(Path.of("/tmp/w"))))))
        .isEqualTo(Kind.EXITED);
  }

  private Kind kind(Invocation.Builder call) {
    return broker.execute(AGENT, call.build()).outcome().kind();
  }

  @Test
  void limits_ofThePolicy_narrowWhatTheCallAsksFor() {
    Limits small = Limits.defaults().withFuel(7).withOutputBytes(1 << 30);
    policy =
        Policy.allCommands()
            .withGrants(new Policy.Grants(Optional.empty(), Optional.empty(), Optional.of(small)));
    execute(AGENT, "sort", 0);

    assertThat(runner.limits).containsExactly(Limits.defaults().withFuel(7));
  }

  @Test
  void policy_nothing_deniesEverything() {
    policy = Policy.nothing();

    assertThat(execute(AGENT, "sort", 0).outcome().kind()).isEqualTo(Kind.DENIED);
  }

  @Test
  void policy_numbersOutOfRange_areRefused() {
    assertThatThrownBy(() -> new Policy.Quota(OptionalInt.empty(), OptionalInt.empty(), 9))
        .hasMessage("Policy.maxDepth must be 0..8 (default 8), was 9");
    assertThatThrownBy(
            () -> new Policy.Quota(OptionalInt.empty(), OptionalInt.of(0), Policy.DEEPEST))
        .hasMessage("Policy.concurrentCalls must be 1 or more (default 64), was 0");
    assertThatThrownBy(() -> Policies.callsPerSecond(Policy.allCommands(), 0))
        .hasMessage("Policy.callsPerSecond must be 1 or more (default 2000), was 0");
  }
}
