package dev.escarole.engine.run;

import dev.escarole.engine.plan.Step;

/** Decides how a run ended. */
final class RunVerdict {

  private RunVerdict() {}

  static RunStatus of(RunMachine machine, RunTree tree, StepResult root, boolean cancelled) {
    if (cancelled && root.status() == StepStatus.CANCELLED) {
      return RunStatus.CANCELLED;
    }
    if (root.isFailure()) {
      return RunStatus.FAILED;
    }
    return hasLoss(machine, tree) ? RunStatus.DEGRADED : RunStatus.DONE;
  }

  /** Whether a failure was recorded and continued from, or a join lacks something. */
  private static boolean hasLoss(RunMachine machine, RunTree tree) {
    for (Step step : tree.plan().steps()) {
      StepResult result = machine.result(step);
      if (result != null && result.isFailure()) {
        return true;
      }
    }
    return machine.joins().stream().anyMatch(Join::degraded);
  }
}
