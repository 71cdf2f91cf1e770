package dev.escarole.engine;

import dev.escarole.engine.executor.Reuse;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanDiff;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.store.NewRun;
import java.util.List;

/**
 * What a rerun would do. Immutable.
 *
 * @param launch the launch of the earlier run
 * @param plan the plan of the new run
 * @param diff the changes since the earlier run
 * @param reuse the results that would be reused
 * @param lost finished leaves of the earlier plan whose results are invalid because of the changes
 */
public record RerunPlan(NewRun launch, Plan plan, PlanDiff diff, Reuse reuse, List<Step> lost) {

  public RerunPlan {
    lost = List.copyOf(lost);
  }
}
