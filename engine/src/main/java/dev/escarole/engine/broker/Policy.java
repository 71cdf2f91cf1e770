package dev.escarole.engine.broker;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What a principal may do. Immutable.
 *
 * @param allow whether it may run commands at all; whoever has no policy may not
 * @param commands the names of the commands that it may run; empty when every command is granted
 * @param maxDepth how deep its commands may nest: 0 to 8, default 8
 * @param callsPerSecond how many calls it may make in one second of the clock, refused ones
 *     included: 1 or more, default 2,000; empty for no quota
 */
public record Policy(
    boolean allow, Optional<Set<String>> commands, int maxDepth, OptionalInt callsPerSecond) {

  /** The deepest nesting that any policy can allow. */
  public static final int DEEPEST = 8;

  /** How many calls a second a principal may make unless its policy says otherwise. */
  public static final int DEFAULT_CALLS_PER_SECOND = 2_000;

  private static final OptionalInt DEFAULT_QUOTA = OptionalInt.of(DEFAULT_CALLS_PER_SECOND);
  private static final Policy NOTHING = new Policy(false, Optional.empty(), DEEPEST, DEFAULT_QUOTA);
  private static final Policy OPERATOR =
      new Policy(true, Optional.empty(), DEEPEST, OptionalInt.empty());

  /**
   * Copies the set and checks the numbers.
   *
   * @throws IllegalArgumentException if a number is out of its range
   */
  public Policy {
    commands = commands.map(Set::copyOf);
    if (maxDepth < 0 || maxDepth > DEEPEST) {
      throw new IllegalArgumentException(
          "Policy.maxDepth must be 0..8 (default 8), was " + maxDepth);
    }
    if (callsPerSecond.orElse(1) < 1) {
      throw new IllegalArgumentException(
          "Policy.callsPerSecond must be 1 or more (default 2000), was "
              + callsPerSecond.getAsInt());
    }
  }

  /** Returns the policy of whoever was granted nothing: every call is denied. */
  public static Policy nothing() {
    return NOTHING;
  }

  /** Returns the policy of the local operator: every command, no quota. */
  public static Policy localOperator() {
    return OPERATOR;
  }

  /** Returns a policy that grants every command, with the default quota. */
  public static Policy allCommands() {
    return new Policy(true, Optional.empty(), DEEPEST, DEFAULT_QUOTA);
  }

  /** Returns a policy that grants these commands, with the default quota. */
  public static Policy onlyCommands(Set<String> names) {
    return new Policy(true, Optional.of(names), DEEPEST, DEFAULT_QUOTA);
  }

  /** Returns this policy with another quota of calls per second. */
  public Policy withCallsPerSecond(int value) {
    return new Policy(allow, commands, maxDepth, OptionalInt.of(value));
  }

  /** Says whether the policy grants the command of this name, registered or not. */
  public boolean grants(String command) {
    return commands.isEmpty() || commands.get().contains(command);
  }
}
