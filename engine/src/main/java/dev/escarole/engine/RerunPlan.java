package dev.escarole.engine;

import dev.escarole.engine.executor.Reuse;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanDiff;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.store.NewRun;
import java.util.List;

/**
 * What running a run again would do. Immutable.
 *
 * @param launch what the earlier run was launched with
 * @param plan the plan of the new run
 * @param diff what has changed in it since
 * @param reuse the results that would be taken over
 * @param lost leaves of the earlier plan that finished and whose results no longer hold, because of
 *     what has changed
 */
public record RerunPlan(NewRun launch, Plan plan, PlanDiff diff, Reuse reuse, List<Step> lost) {

  public RerunPlan {
    lost = List.copyOf(lost);
  }
}
