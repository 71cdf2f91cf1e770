package dev.escarole.engine;

import dev.escarole.engine.executor.Reuse;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanDiff;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.store.NewRun;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a rerun would do. Immutable.
 *
 * @param launch the launch of the earlier run, with what the rerun changes
 * @param plan the plan of the new run
 * @param diff the changes since the earlier run
 * @param reuse the results that would be reused
 * @param lost finished leaves of the earlier plan whose results are invalid because of the changes
 */
public record RerunPlan(NewRun launch, Plan plan, PlanDiff diff, Reuse reuse, List<Step> lost) {

  public RerunPlan {
    lost = List.copyOf(lost);
  }

  /**
   * The leaves that would run, in plan order, without recoveries. A leaf whose result is reused
   * runs as well if its input turns out to be another one.
   */
  public List<Step> fresh() {
    Set<Integer> inRecovery = new HashSet<>();
    List<Step> fresh = new ArrayList<>();
    for (Step step : plan.steps()) {
      Step recover = step.recover();
      if (recover != null) {
        inRecovery.add(recover.index());
      }
      if (inRecovery.contains(step.index())) {
        step.children().forEach(child -> inRecovery.add(child.index()));
      } else if (step instanceof LeafStep && !step.isSkipped() && !reuse.has(step)) {
        fresh.add(step);
      }
    }
    return fresh;
  }
}
