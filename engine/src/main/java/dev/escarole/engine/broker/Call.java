package dev.escarole.engine.broker;

import org.jspecify.annotations.Nullable;

/**
 * Origin of a command call. Immutable.
 *
 * @param principal on whose behalf the command runs
 * @param countedIn the second whose quota was already charged by {@link ExecBroker#reserve}; {@link
 *     #NOT_COUNTED} if none was
 * @param run the run that it belongs to, for the audit; null for a call outside of any run
 * @param step the path of its step in that run; null outside of a run
 */
public record Call(
    Principal principal, long countedIn, @Nullable String run, @Nullable String step) {

  /** Value of {@code countedIn} when no quota was charged. */
  public static final long NOT_COUNTED = Long.MIN_VALUE;

  /** A call outside of any run. */
  public static Call by(Principal principal) {
    return new Call(principal, NOT_COUNTED, null, null);
  }

  /** A call that is a step of a run. */
  public static Call by(Principal principal, String run, String step) {
    return new Call(principal, NOT_COUNTED, run, step);
  }

  Call nested() {
    return new Call(principal, NOT_COUNTED, run, step);
  }

  Call afterCounting(long second) {
    return new Call(principal, second, run, step);
  }

  boolean isCounted() {
    return countedIn != NOT_COUNTED;
  }
}
