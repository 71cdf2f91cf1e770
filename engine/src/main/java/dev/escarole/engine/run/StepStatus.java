package dev.escarole.engine.run;

import dev.escarole.engine.command.Outcome;

/** How a step ended. */
public enum StepStatus {
  DONE,
  FAILED,
  TIMEOUT,
  SKIPPED,
  CANCELLED;

  /** The status of a leaf whose command ended so. */
  public static StepStatus of(Outcome outcome) {
    if (outcome.isSuccess()) {
      return DONE;
    }
    if (outcome.kind() == Outcome.Kind.TIMED_OUT) {
      return TIMEOUT;
    }
    return outcome.kind() == Outcome.Kind.CANCELLED ? CANCELLED : FAILED;
  }

  /** Whether the step was meant to run and did not come through. */
  public boolean isFailure() {
    return this == FAILED || this == TIMEOUT || this == CANCELLED;
  }

  /** The word that joins, the command line and the API print. */
  public String word() {
    return state().word();
  }

  StepState state() {
    return switch (this) {
      case DONE -> StepState.DONE;
      case FAILED -> StepState.FAILED;
      case TIMEOUT -> StepState.TIMEOUT;
      case SKIPPED -> StepState.SKIPPED;
      case CANCELLED -> StepState.CANCELLED;
    };
  }
}
