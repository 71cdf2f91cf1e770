package dev.escarole.engine.run;

import dev.escarole.engine.command.Outcome;
import dev.escarole.recipe.template.SuccessCodes;

/** How a step ended. */
public enum StepStatus {
  DONE,
  FAILED,
  TIMEOUT,
  SKIPPED,
  CANCELLED;

  private final StepState state = StepState.valueOf(name());

  /**
   * The status of a leaf whose command had this outcome.
   *
   * @param codes the exit codes that mean success for it
   */
  public static StepStatus of(Outcome outcome, SuccessCodes codes) {
    if (outcome.kind() == Outcome.Kind.EXITED && codes.contains(outcome.exitCode())) {
      return DONE;
    }
    if (outcome.kind() == Outcome.Kind.TIMED_OUT) {
      return TIMEOUT;
    }
    return outcome.kind() == Outcome.Kind.CANCELLED ? CANCELLED : FAILED;
  }

  /** Whether the step failed, timed out or was cancelled. */
  public boolean isFailure() {
    return this == FAILED || this == TIMEOUT || this == CANCELLED;
  }

  /** The word in joins, the command line and the API. */
  public String word() {
    return state().word();
  }

  StepState state() {
    return state;
  }
}
