package dev.escarole.web.app.local;

import dev.escarole.engine.plan.Caching;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunStore;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What recipes say of keeping the results of steps. Only plans hold it, and reading the plan of a
 * large run takes long, so what the latest plans say is kept in memory. Thread-safe.
 */
final class CacheSettings {

  private static final int MOST_RUNS = 64;

  private final RunStore store;

  /** By index of the step, without those of which nothing is said; guarded by itself. */
  private final Map<RunId, Map<Integer, Boolean>> known = new LinkedHashMap<>(16, 0.75f, true);

  CacheSettings(RunStore store) {
    this.store = store;
  }

  /** What the recipe says of one leaf; null if nothing. */
  @Nullable Boolean of(RunId run, int step) {
    synchronized (known) {
      Map<Integer, Boolean> settings = known.get(run);
      if (settings != null) {
        return settings.get(step);
      }
    }
    Map<Integer, Boolean> settings = read(run);
    synchronized (known) {
      known.put(run, settings);
      if (known.size() > MOST_RUNS) {
        known.remove(known.keySet().iterator().next());
      }
    }
    return settings.get(step);
  }

  private Map<Integer, Boolean> read(RunId run) {
    Map<Integer, Boolean> settings = new HashMap<>();
    for (Step step : store.plan(run).steps()) {
      if (step instanceof LeafStep leaf && leaf.caching() != Caching.UNSAID) {
        settings.put(step.index(), leaf.caching() == Caching.ON);
      }
    }
    return settings;
  }
}
