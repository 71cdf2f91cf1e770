package dev.escarole.engine.broker;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.command.StdinLine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Stands between whoever names a command and the program that runs. Every call climbs the same six
 * rungs in the same order: revoked, rate limited, denied, nested too deep, command not granted,
 * command unknown. The first rung that refuses answers, and then nothing has run. Every call is
 * audited, refused or not.
 *
 * <p>Safe for use by many threads; a command runs on the thread that asks for it.
 */
public final class ExecBroker {

  private final CommandRegistry registry;
  private final CommandRunner runner;
  private final Function<Principal, Policy> policies;
  private final AuditLog audit;
  private final InstantSource clock;
  private final CallQuota quota;

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
    this.registry = registry;
    this.runner = runner;
    this.policies = policies;
    this.audit = audit;
    this.clock = clock;
    this.quota = new CallQuota(clock);
  }

  /** Runs a command on behalf of a principal, or refuses to; the outcome says which. */
  public InvocationResult execute(Principal principal, Invocation invocation) {
    Instant at = clock.instant();
    InvocationResult result = refuseOrRun(principal, invocation);
    Duration wallTime = Duration.ofNanos(result.wallNanos());
    audit.record(
        new AuditLog.Entry(
            principal.name(), invocation.commandName(), at, result.outcome(), wallTime));
    return result;
  }

  private InvocationResult refuseOrRun(Principal principal, Invocation invocation) {
    Outcome denial = denial(principal, invocation);
    if (denial != null) {
      return refused(invocation, denial);
    }
    Optional<Command> command = registry.find(invocation.commandName());
    if (command.isEmpty()) {
      return refused(invocation, unknown(invocation.commandName()));
    }
    return command.get().mode() == ArgumentMode.STDIN1
        ? runWithStdinLine(command.get(), invocation)
        : runner.run(command.get(), invocation);
  }

  private InvocationResult runWithStdinLine(Command command, Invocation invocation) {
    Optional<Outcome> refusal = StdinLine.refusal(invocation);
    return refusal.isPresent()
        ? refused(invocation, refusal.get())
        : runner.run(command, StdinLine.fold(invocation));
  }

  private @Nullable Outcome denial(Principal principal, Invocation invocation) {
    if (principal.revoked()) {
      return Outcome.of(Kind.REVOKED, "'" + principal.name() + "' has been revoked");
    }
    Policy policy = policies.apply(principal);
    if (policy.callsPerSecond().isPresent()) {
      int most = policy.callsPerSecond().getAsInt();
      if (!quota.admits(principal.name(), most)) {
        return Outcome.of(
            Kind.RATE_LIMITED, "'" + principal.name() + "' may make " + most + " calls a second");
      }
    }
    if (!policy.allow()) {
      return Outcome.of(Kind.DENIED, "'" + principal.name() + "' may not run commands");
    }
    if (invocation.depth() > policy.maxDepth()) {
      return Outcome.of(
          Kind.MAX_DEPTH,
          "nested " + invocation.depth() + " deep, at most " + policy.maxDepth() + " are allowed");
    }
    if (!policy.grants(invocation.commandName())) {
      return Outcome.of(
          Kind.COMMAND_NOT_GRANTED, "this command is not granted to '" + principal.name() + "'");
    }
    return null;
  }

  private Outcome unknown(String name) {
    List<String> nearest = registry.nearest(name);
    return Outcome.of(
        Kind.UNKNOWN_COMMAND,
        nearest.isEmpty()
            ? "unknown command"
            : "unknown command; did you mean " + String.join(" or ", nearest) + "?");
  }

  private static InvocationResult refused(Invocation invocation, Outcome denial) {
    return InvocationResult.notStarted(
        denial, invocation.commandName() + ": " + denial.detail() + "\n");
  }
}
