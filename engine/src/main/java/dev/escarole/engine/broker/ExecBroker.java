package dev.escarole.engine.broker;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.LinkedGrants;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.command.Purity;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.command.StdinLine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Stands between whoever names a command and the program that runs. Every call climbs the same six
 * rungs in the same order: revoked, rate limited, denied, nested too deep, command not granted,
 * command unknown. The first rung that refuses answers, and then nothing has run. Behind them come
 * what the command is to be given (refused as denied) and the cap on concurrent calls. Every call
 * is audited, refused or not.
 *
 * <p>The policy is asked anew for each call, so a change counts from the next call on.
 *
 * <p>Safe for use by many threads; a command runs on the thread that asks for it.
 */
public final class ExecBroker {

  /** What the audit says of a call whose result was kept from an earlier one. */
  private static final String FROM_CACHE = "cached";

  private final CommandRegistry registry;
  private final CommandRunner runner;
  private final Function<Principal, Policy> policies;
  private final AuditLog audit;
  private final InstantSource clock;
  private final ReservedPlaces reserved;
  private final CallQuota quota;
  private final CallSlots slots = new CallSlots();

  /** What came of a call, and of which program. */
  private record Answer(InvocationResult result, @Nullable ArtifactId artifact) {}

  /**
   * Creates a broker.
   *
   * @param registry what names mean
   * @param runner executes what is not refused; stays the caller's to close
   * @param policies answers for every principal, with {@link Policy#nothing} for an unknown one
   * @param audit is told about every call
   * @param clock tells the time for the audit log and for the quota
   */
  public ExecBroker(
      CommandRegistry registry,
      CommandRunner runner,
      Function<Principal, Policy> policies,
      AuditLog audit,
      InstantSource clock) {
    this(registry, runner, policies, audit, clock, ReservedPlaces.NONE);
  }

  /**
   * Creates a broker that keeps guests away from places of the host.
   *
   * @param reserved what no call is granted
   */
  public ExecBroker(
      CommandRegistry registry,
      CommandRunner runner,
      Function<Principal, Policy> policies,
      AuditLog audit,
      InstantSource clock,
      ReservedPlaces reserved) {
    this.registry = registry;
    this.runner = runner;
    this.policies = policies;
    this.audit = audit;
    this.clock = clock;
    this.reserved = reserved;
    this.quota = new CallQuota(clock);
  }

  /** Returns what a principal may do at this moment. */
  public Policy policy(Principal principal) {
    return policies.apply(principal);
  }

  /** Returns what no call is granted. */
  public ReservedPlaces reserved() {
    return reserved;
  }

  /** Says why a directory cannot be given to a principal's commands now; empty if it can. */
  public Optional<String> refusal(Principal principal, DirectoryGrant directory) {
    return refusal(principal, policy(principal), directory);
  }

  private Optional<String> refusal(Principal principal, Policy policy, DirectoryGrant directory) {
    if (!policy.grants(directory)) {
      return Optional.of(
          "the directory for '%s' is not granted to '%s', or not in this mode"
              .formatted(directory.guest(), principal.name()));
    }
    return reservation(policy, directory)
        .map(
            why ->
                "the directory for '%s' cannot be granted: %s".formatted(directory.guest(), why));
  }

  private Optional<String> reservation(Policy policy, DirectoryGrant directory) {
    boolean named = policy.grants().directories().isPresent();
    return reserved.refusal(directory, named);
  }

  /**
   * Says why nobody can be given a directory now that a principal's policy does grant; empty if it
   * can be given, or the policy does not grant it.
   */
  public Optional<String> reservation(Principal principal, DirectoryGrant directory) {
    Policy policy = policy(principal);
    return policy.grants(directory) ? reservation(policy, directory) : Optional.empty();
  }

  /**
   * Charges the principal's quota for a call ahead of it, for a caller that would rather wait than
   * be refused. A call that was charged in this second is not charged again; one that was charged
   * in an earlier one is, as it is now that it counts.
   *
   * @return the call, to be executed at once; empty if the quota of this second is used up: {@link
   *     #untilRenewal} says when to ask again. Asking in vain costs nothing. Whoever is revoked is
   *     not charged, as that is the first refusal
   */
  public Optional<Call> reserve(Call call) {
    long second = quota.second();
    if (call.countedIn() == second) {
      return Optional.of(call);
    }
    Policy policy = policy(call.principal());
    OptionalInt most = policy.quota().callsPerSecond();
    boolean admitted =
        most.isEmpty()
            || isRevoked(call.principal(), policy)
            || quota.admitsIfLeft(call.principal().name(), most.getAsInt());
    return admitted ? Optional.of(call.afterCounting(second)) : Optional.empty();
  }

  /**
   * Charges the principal's quota for something that it asks for besides a command, such as a line
   * of an agent. Whoever is revoked is not charged, as in {@link #reserve}.
   *
   * @return false if the quota of this second is used up; asking in vain costs nothing
   */
  public boolean admits(Principal principal) {
    Policy policy = policy(principal);
    OptionalInt most = policy.quota().callsPerSecond();
    return most.isEmpty()
        || isRevoked(principal, policy)
        || quota.admitsIfLeft(principal.name(), most.getAsInt());
  }

  /** Puts a call on record that whoever asks for it refuses itself, before it climbs any rung. */
  public void refused(Call call, String command, Outcome denial) {
    audit.record(
        new AuditLog.Entry(
            call, command, null, clock.instant(), denial, new AuditLog.Cost(Duration.ZERO, 0)));
  }

  private static boolean isRevoked(Principal principal, Policy policy) {
    return principal.revoked() || policy.standing() == Policy.Standing.REVOKED;
  }

  /** Returns how long it takes until every quota is renewed: more than nothing, at most 1 s. */
  public Duration untilRenewal() {
    return quota.untilRenewal();
  }

  /** Runs a command on behalf of a principal, or refuses to; the outcome says which. */
  public InvocationResult execute(Principal principal, Invocation invocation) {
    return execute(Call.by(principal), invocation);
  }

  /** Does the same for a call that belongs to a run, or that was counted already. */
  public InvocationResult execute(Call call, Invocation invocation) {
    Instant at = clock.instant();
    try {
      Answer answer = refuseOrRun(call, invocation);
      audit.record(entry(call, invocation, at, answer));
      return answer.result();
    } catch (RuntimeException | Error e) {
      Outcome broken = Outcome.trapped("the engine failed: " + e);
      audit.record(entry(call, invocation, at, refused(invocation, broken)));
      throw e;
    }
  }

  private static AuditLog.Entry entry(Call call, Invocation invocation, Instant at, Answer answer) {
    InvocationResult result = answer.result();
    return new AuditLog.Entry(
        call,
        invocation.commandName(),
        answer.artifact(),
        at,
        recorded(result),
        new AuditLog.Cost(Duration.ofNanos(result.wallNanos()), result.fuelUsed()));
  }

  /** The outcome, with word of it where nothing ran because the result was kept. */
  private static Outcome recorded(InvocationResult result) {
    Outcome outcome = result.outcome();
    return result.purity() == Purity.CACHED
        ? new Outcome(outcome.kind(), outcome.exitCode(), FROM_CACHE)
        : outcome;
  }

  private Answer refuseOrRun(Call call, Invocation invocation) {
    Policy policy = policy(call.principal());
    Outcome denial = denial(call, policy, invocation);
    if (denial != null) {
      return refused(invocation, denial);
    }
    Optional<Command> command = registry.find(invocation.commandName());
    if (command.isEmpty()) {
      return refused(invocation, unknown(invocation.commandName()));
    }
    Outcome ungranted = ungranted(call.principal(), policy, invocation);
    if (ungranted != null) {
      return refused(invocation, ungranted);
    }
    InvocationResult result = runInSlot(call, policy, command.get(), within(policy, invocation));
    return new Answer(result, command.get().artifact());
  }

  private InvocationResult runInSlot(
      Call call, Policy policy, Command command, Invocation invocation) {
    Principal principal = call.principal();
    OptionalInt most = policy.quota().concurrentCalls();
    if (most.isEmpty()) {
      return run(call, policy, command, invocation);
    }
    if (!slots.take(principal.name(), most.getAsInt())) {
      return notStarted(invocation, tooMany(principal, most.getAsInt()));
    }
    try {
      return run(call, policy, command, invocation);
    } finally {
      slots.free(principal.name());
    }
  }

  private InvocationResult run(Call call, Policy policy, Command command, Invocation invocation) {
    Invocation given = invocation;
    if (command.mode() == ArgumentMode.STDIN1) {
      Optional<Outcome> refusal = StdinLine.refusal(invocation);
      if (refusal.isPresent()) {
        return notStarted(invocation, refusal.get());
      }
      given = StdinLine.fold(invocation);
    }
    return policy.exec()
        ? runner.run(command, given, nested -> execute(call.nested(), nested))
        : runner.run(command, given);
  }

  /** The first five rungs. */
  private @Nullable Outcome denial(Call call, Policy policy, Invocation invocation) {
    String name = call.principal().name();
    if (isRevoked(call.principal(), policy)) {
      return Outcome.of(Kind.REVOKED, "'" + name + "' has been revoked");
    }
    OptionalInt most = policy.quota().callsPerSecond();
    if (most.isPresent() && !call.isCounted() && !quota.admits(name, most.getAsInt())) {
      return Outcome.of(
          Kind.RATE_LIMITED, "'" + name + "' may make " + most.getAsInt() + " calls a second");
    }
    if (!policy.allow()) {
      return Outcome.of(Kind.DENIED, "'" + name + "' may not run commands");
    }
    if (invocation.depth() > policy.maxDepth()) {
      return Outcome.of(
          Kind.MAX_DEPTH,
          "nested " + invocation.depth() + " deep, at most " + policy.maxDepth() + " are allowed");
    }
    if (!policy.grants(invocation.commandName()) && !isGrantedByHash(policy, invocation)) {
      return Outcome.of(Kind.COMMAND_NOT_GRANTED, "this command is not granted to '" + name + "'");
    }
    return null;
  }

  /** A program has the same rights under every registered name. */
  private boolean isGrantedByHash(Policy policy, Invocation invocation) {
    return registry
        .find(invocation.commandName())
        .filter(command -> policy.grants(command.artifact()))
        .isPresent();
  }

  /** What the command is to be given must be granted as well. */
  private @Nullable Outcome ungranted(Principal principal, Policy policy, Invocation invocation) {
    for (DirectoryGrant directory : invocation.directories()) {
      Optional<String> refusal = refusal(principal, policy, directory);
      if (refusal.isPresent()) {
        return Outcome.of(Kind.DENIED, refusal.get());
      }
    }
    Optional<String> linked = LinkedGrants.refusal(invocation.directories());
    if (linked.isPresent()) {
      return Outcome.of(Kind.DENIED, linked.get());
    }
    for (String variable : invocation.environment().keySet()) {
      if (!policy.grantsVariable(variable)) {
        return Outcome.of(
            Kind.DENIED,
            "'%s' may not set the variable '%s'".formatted(principal.name(), variable));
      }
    }
    return null;
  }

  private static Invocation within(Policy policy, Invocation invocation) {
    Limits asked = invocation.limits();
    Limits allowed = policy.grants().limits().map(asked::within).orElse(asked);
    return allowed.equals(asked) ? invocation : invocation.toBuilder().limits(allowed).build();
  }

  private static Outcome tooMany(Principal principal, int most) {
    return Outcome.of(
        Kind.TOO_MANY_PROCESSES,
        "'%s' may run %d commands at once".formatted(principal.name(), most));
  }

  private Outcome unknown(String name) {
    List<String> nearest = registry.nearest(name);
    return Outcome.of(
        Kind.UNKNOWN_COMMAND,
        nearest.isEmpty()
            ? "unknown command"
            : "unknown command; did you mean " + String.join(" or ", nearest) + "?");
  }

  private static Answer refused(Invocation invocation, Outcome denial) {
    return new Answer(notStarted(invocation, denial), null);
  }

  private static InvocationResult notStarted(Invocation invocation, Outcome denial) {
    return InvocationResult.notStarted(
        denial, invocation.commandName() + ": " + denial.detail() + "\n");
  }
}
