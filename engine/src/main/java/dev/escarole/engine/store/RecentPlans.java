package dev.escarole.engine.store;

import dev.escarole.engine.plan.Plan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Small plans that were read last: a node starts many runs of few plans. Thread-safe. */
final class RecentPlans {

  private static final int MOST = 100;

  private static final int MOST_STEPS = 200;

  /** By hash, the one used longest ago first. Guarded by itself. */
  private final Map<String, Plan> plans = new LinkedHashMap<>(MOST, 0.75f, true);

  /** A plan as it is stored, without the facts of a run. */
  Optional<Plan> find(String hash) {
    synchronized (plans) {
      return Optional.ofNullable(plans.get(hash));
    }
  }

  /** Keeps a plan unless it is large. */
  void keep(Plan plan) {
    if (plan.steps().size() > MOST_STEPS) {
      return;
    }
    synchronized (plans) {
      plans.put(plan.hash(), plan);
      if (plans.size() > MOST) {
        plans.remove(plans.keySet().iterator().next());
      }
    }
  }
}
