package dev.escarole.engine.broker;

import dev.escarole.engine.broker.CommandRunner.GuestCalls;
import dev.escarole.engine.broker.CommandRunner.NestedCalls;
import dev.escarole.engine.broker.HttpGate.GuestHttp;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Equipment;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.InvocationResult.Purity;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Lineage;
import dev.escarole.engine.command.Needs;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.command.ProgramTree;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.command.ReservedPlaces.LinkedGrants;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Authorizes, executes and audits every command call. Each call passes the same six checks in the
 * same order: revoked, rate limited, denied, nested too deep, command not granted, command unknown.
 * The first check that fails refuses the call and nothing runs. After them come the checks of
 * directories and variables (refused as denied) and the limit of concurrent calls. Every call is
 * audited, executed or refused.
 *
 * <p>The policy is read for each call, so a change applies from the next call on.
 *
 * <p>Thread-safe; a command runs on the calling thread.
 */
public final class ExecBroker {

  private static final String FROM_CACHE = "cached";

  private final CommandRegistry registry;
  private final CommandRunner runner;
  private final Function<Principal, Policy> policies;
  private final AuditLog audit;
  private final InstantSource clock;
  private final ReservedPlaces reserved;
  private final CallQuota quota;
  private final Equipment equipment;
  private final HttpGate gate;

  /** The running calls of each principal; none for one without. */
  private final Map<String, Integer> running = new ConcurrentHashMap<>();

  /** Result of a call, and the program that ran. */
  private record Answer(InvocationResult result, @Nullable ArtifactId artifact) {}

  /** Creates a broker whose guests make no HTTP requests. */
  public ExecBroker(
      CommandRegistry registry,
      CommandRunner runner,
      Function<Principal, Policy> policies,
      AuditLog audit,
      InstantSource clock,
      ReservedPlaces reserved) {
    this(registry, runner, policies, audit, clock, reserved, HttpGate.CLOSED);
  }

  /** Creates a broker of programs that need nothing beyond the default limits. */
  public ExecBroker(
      CommandRegistry registry,
      CommandRunner runner,
      Function<Principal, Policy> policies,
      AuditLog audit,
      InstantSource clock,
      ReservedPlaces reserved,
      HttpGate gate) {
    this(registry, runner, policies, audit, clock, reserved, Equipment.NONE, gate);
  }

  /**
   * Creates a broker.
   *
   * @param runner executes calls that are not refused; not closed by the broker
   * @param policies the policy of each principal, {@link Policy#nothing} for an unknown one
   * @param clock the time for the audit log and the quota
   * @param reserved directories that are never granted
   * @param equipment what programs come with
   * @param gate makes the HTTP requests of guests; not closed by the broker
   */
  public ExecBroker(
      CommandRegistry registry,
      CommandRunner runner,
      Function<Principal, Policy> policies,
      AuditLog audit,
      InstantSource clock,
      ReservedPlaces reserved,
      Equipment equipment,
      HttpGate gate) {
    this.registry = registry;
    this.runner = runner;
    this.policies = policies;
    this.audit = audit;
    this.clock = clock;
    this.reserved = reserved;
    this.quota = new CallQuota(clock);
    this.equipment = equipment;
    this.gate = gate;
  }

  /** Returns the current policy of a principal. */
  public Policy policy(Principal principal) {
    return policies.apply(principal);
  }

  /**
   * Returns what a registered command needs, a frozen one as its parent. Callers {@linkplain
   * Needs#raise raise} their limits by it before they narrow them.
   */
  public Needs needs(String command) {
    Optional<Command> found = registry.find(command);
    return found.isPresent() ? needs(found.get()) : Needs.NONE;
  }

  private Needs needs(Command command) {
    if (command.origin() == Command.Origin.BUILT_IN) {
      return Needs.NONE;
    }
    Lineage lineage = command.lineage();
    return equipment.needs(lineage == null ? command.artifact() : lineage.parent());
  }

  /** Returns the directories that are never granted. */
  public ReservedPlaces reserved() {
    return reserved;
  }

  /** Returns why a directory cannot be granted to a principal's commands now; empty if it can. */
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
   * Returns why a directory that the principal's policy grants is reserved; empty if it is not, or
   * if the policy does not grant it.
   */
  public Optional<String> reservation(Principal principal, DirectoryGrant directory) {
    Policy policy = policy(principal);
    return policy.grants(directory) ? reservation(policy, directory) : Optional.empty();
  }

  /**
   * Charges the principal's quota for a call in advance, for callers that prefer waiting to being
   * refused. A call already charged in this second is not charged again; one charged in an earlier
   * second is.
   *
   * @return the call, to be executed at once; empty if the quota of this second is used up, see
   *     {@link #untilRenewal}. An unsuccessful attempt is not charged. A revoked principal is not
   *     charged, as that check comes first
   */
  public Optional<Call> reserve(Call call) {
    long second = quota.second();
    if (call.countedIn() == second) {
      return Optional.of(call);
    }
    return admits(call.principal()) ? Optional.of(call.afterCounting(second)) : Optional.empty();
  }

  /**
   * Charges the principal's quota for a request other than a command, such as a line of an agent. A
   * revoked principal is not charged, as in {@link #reserve}.
   *
   * @return false if the quota of this second is used up; an unsuccessful attempt is not charged
   */
  public boolean admits(Principal principal) {
    Policy policy = policy(principal);
    OptionalInt most = policy.quota().callsPerSecond();
    return most.isEmpty()
        || isRevoked(principal, policy)
        || quota.admits(principal.name(), most.getAsInt());
  }

  /** Records a call that the caller itself refused before any check. */
  public void refused(Call call, String command, Outcome denial) {
    audit.record(
        new AuditLog.Entry(
            call, command, null, clock.instant(), denial, new AuditLog.Cost(Duration.ZERO, 0)));
  }

  private static boolean isRevoked(Principal principal, Policy policy) {
    return principal.revoked() || policy.standing() == Policy.Standing.REVOKED;
  }

  /** Returns the time until every quota is renewed: more than zero, at most 1 s. */
  public Duration untilRenewal() {
    return quota.untilRenewal();
  }

  /** Runs or refuses a command on behalf of a principal. */
  public InvocationResult execute(Principal principal, Invocation invocation) {
    return execute(Call.by(principal), invocation);
  }

  /** Runs or refuses a call that belongs to a run or was already counted. */
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

  /** The outcome to record, marked if the result came from the cache. */
  private static Outcome recorded(InvocationResult result) {
    Outcome outcome = result.outcome();
    return result.purity() == Purity.CACHED
        ? new Outcome(outcome.kind(), outcome.exitCode(), FROM_CACHE)
        : outcome;
  }

  /**
   * Returns a call as it may be carried out outside of this process: with the limits that the
   * policy allows. That is so for built-in commands without files, HTTP requests, streams and
   * commands of their own, whose results are not cached.
   *
   * @param call counted already, see {@link #reserve}
   * @param counted whether it is counted there how many calls of the principal there are at once;
   *     otherwise that number must not be limited
   * @return empty if it must be made here, where it is perhaps refused
   */
  public Optional<Invocation> movable(Call call, Invocation invocation, boolean counted) {
    Policy policy = policy(call.principal());
    boolean bound =
        (!counted && policy.quota().concurrentCalls().isPresent())
            || invocation.cacheable()
            || !invocation.directories().isEmpty()
            || !invocation.http().isEmpty()
            || !invocation.streams().areNone();
    if (bound || denial(call, policy, invocation) != null) {
      return Optional.empty();
    }
    return registry
        .find(invocation.commandName())
        .filter(command -> command.origin() == Command.Origin.BUILT_IN)
        .filter(command -> !policy.exec() || !runner.mayCallCommands(command))
        .filter(command -> ungranted(call.principal(), policy, invocation) == null)
        .map(command -> within(policy, command, invocation));
  }

  /**
   * Runs or refuses a call of another engine of the same database, which counts and records it. It
   * passes the checks of this engine as well.
   */
  public InvocationResult executeForOther(Call call, Invocation invocation) {
    return refuseOrRun(call.afterCounting(quota.second()), invocation).result();
  }

  /** Records a call that was carried out outside of this process. */
  public void ranElsewhere(Call call, Invocation invocation, Instant at, InvocationResult result) {
    ArtifactId artifact =
        registry.find(invocation.commandName()).map(Command::artifact).orElse(null);
    audit.record(entry(call, invocation, at, new Answer(result, artifact)));
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
    if (ungranted == null) {
      ungranted = tooMany(command.get(), invocation);
    }
    if (ungranted != null) {
      return refused(invocation, ungranted);
    }
    try {
      Invocation equipped = equipped(command.get(), within(policy, command.get(), invocation));
      InvocationResult result = runInSlot(call, policy, command.get(), equipped);
      return new Answer(result, command.get().artifact());
    } catch (ArtifactIntegrityException e) {
      return refused(
          invocation, Outcome.of(Kind.ARTIFACT_INTEGRITY, String.valueOf(e.getMessage())));
    }
  }

  private @Nullable Outcome tooMany(Command command, Invocation invocation) {
    int given = invocation.directories().size();
    int own = needs(command).trees().size();
    return given + own <= Invocation.MOST_DIRECTORIES
        ? null
        : Outcome.of(
            Kind.DENIED,
            "%d directories are granted and %d come with the program, at most %d fit"
                .formatted(given, own, Invocation.MOST_DIRECTORIES));
  }

  /** The call with the directories and variables that come with the program. */
  private Invocation equipped(Command command, Invocation invocation)
      throws ArtifactIntegrityException {
    Needs needs = needs(command);
    if (needs.trees().isEmpty() && needs.environment().isEmpty()) {
      return invocation;
    }
    Map<String, String> environment = new LinkedHashMap<>(needs.environment());
    environment.putAll(invocation.environment());
    List<DirectoryGrant> directories = new ArrayList<>(invocation.directories());
    for (ProgramTree tree : needs.trees()) {
      if (directories.stream().noneMatch(each -> each.guest().equals(tree.guest()))) {
        directories.add(DirectoryGrant.tree(equipment.directory(tree), tree.guest()));
      }
    }
    return invocation.toBuilder().environment(environment).directories(directories).build();
  }

  private InvocationResult runInSlot(
      Call call, Policy policy, Command command, Invocation invocation) {
    Principal principal = call.principal();
    OptionalInt most = policy.quota().concurrentCalls();
    if (most.isEmpty()) {
      return run(call, policy, command, invocation);
    }
    if (!CallQuota.countUpTo(running, principal.name(), most.getAsInt())) {
      Outcome refusal =
          Outcome.of(
              Kind.TOO_MANY_PROCESSES,
              "'%s' may run %d commands at once".formatted(principal.name(), most.getAsInt()));
      return notStarted(invocation, refusal);
    }
    try {
      return run(call, policy, command, invocation);
    } finally {
      running.computeIfPresent(principal.name(), (name, count) -> count == 1 ? null : count - 1);
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
    NestedCalls commands = policy.exec() ? nested -> execute(call.nested(), nested) : null;
    GuestHttp http = gate.open(call, given, () -> policy(call.principal()).grants().http());
    return runner.run(command, given, new GuestCalls(commands, http));
  }

  /** The first five checks. */
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

  private Invocation within(Policy policy, Command command, Invocation invocation) {
    Limits asked = invocation.limits();
    Limits allowed =
        policy
            .grants()
            .limits()
            .map(most -> asked.within(needs(command).raise(most)))
            .orElse(asked);
    return allowed.equals(asked) ? invocation : invocation.toBuilder().limits(allowed).build();
  }

  private Outcome unknown(String name) {
    if (registry.isOffered(name)) {
      return Outcome.of(
          Kind.UNKNOWN_COMMAND, "unknown command; the catalogue has it: commands add " + name);
    }
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
