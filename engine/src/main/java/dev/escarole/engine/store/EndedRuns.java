package dev.escarole.engine.store;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of runs that are over, which never change: lists are asked for again and again, and most of
 * what they show was shown before. Only the database knows which runs there still are. Bounded;
 * thread-safe.
 */
final class EndedRuns {

  private static final int MOST = 1_000;

  /** By number, which is never given again. */
  private final Map<Long, StoredRun> runs =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, StoredRun> eldest) {
          return size() > MOST;
        }
      };

  synchronized @Nullable StoredRun find(long number) {
    return runs.get(number);
  }

  /** Keeps a run if it is over. */
  synchronized void add(StoredRun run) {
    if (run.status().isOver()) {
      runs.put(run.number(), run);
    }
  }
}
