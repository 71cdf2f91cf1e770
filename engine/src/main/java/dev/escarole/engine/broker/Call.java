package dev.escarole.engine.broker;

import org.jspecify.annotations.Nullable;

/**
 * Who calls a command, and on which occasion. Immutable.
 *
 * @param principal on whose behalf the command runs
 * @param counted whether the principal's quota has been charged for this call already, as {@link
 *     ExecBroker#reserve} does
 * @param run the run that it belongs to, for the audit; null for a call outside of any run
 * @param step the path of its step in that run; null outside of a run
 */
public record Call(
    Principal principal, boolean counted, @Nullable String run, @Nullable String step) {

  /** A call outside of any run. */
  public static Call by(Principal principal) {
    return new Call(principal, false, null, null);
  }

  /** A call that is a step of a run. */
  public static Call by(Principal principal, String run, String step) {
    return new Call(principal, false, run, step);
  }

  /** A call that this one's command makes: for the same principal and step, but not counted yet. */
  Call nested() {
    return new Call(principal, false, run, step);
  }

  Call afterCounting() {
    return new Call(principal, true, run, step);
  }
}
