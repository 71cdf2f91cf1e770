package dev.escarole.engine.broker;

import java.util.OptionalInt;
import java.util.Set;

/** Policies of tests. */
public final class Policies {

  private Policies() {}

  /** Grants these commands and nothing else, with the default quota. */
  public static Policy onlyCommands(Set<String> names) {
    return Policy.allCommands().withCommands(new CommandNames(names));
  }

  /** The policy with this quota of calls in a second. */
  public static Policy callsPerSecond(Policy policy, int calls) {
    Policy.Quota old = policy.quota();
    return policy.withQuota(
        new Policy.Quota(OptionalInt.of(calls), old.concurrentCalls(), old.maxDepth()));
  }
}
