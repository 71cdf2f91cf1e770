package dev.escarole.web.app.local.history;

import dev.escarole.engine.store.RecipeHistory;
import dev.escarole.engine.store.RunRecords;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The last runs of recipes, a moment old at most, so that many who watch a list of recipes cost the
 * database no more than one. Thread-safe.
 */
public final class RecipeHistories {

  /** How many of its last runs are read. */
  public static final int LAST = 30;

  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final int MOST_KEPT = 2_000;

  private final RunRecords records;
  private final InstantSource clock;

  // Guarded by itself.
  private final Map<String, Read> kept =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Read> eldest) {
          return size() > MOST_KEPT;
        }
      };

  private record Read(RecipeHistory history, Instant at) {}

  public RecipeHistories(RunRecords records, InstantSource clock) {
    this.records = records;
    this.clock = clock;
  }

  /**
   * The last runs of the recipe of this name.
   *
   * @throws dev.escarole.engine.store.database.StoreException if the database does not answer
   */
  public RecipeHistory of(String recipe) {
    Instant now = clock.instant();
    synchronized (kept) {
      Read read = kept.get(recipe);
      if (read != null && Duration.between(read.at(), now).abs().compareTo(FRESH) < 0) {
        return read.history();
      }
    }
    RecipeHistory history = records.recipeHistory(recipe, LAST);
    synchronized (kept) {
      kept.remove(recipe);
      kept.put(recipe, new Read(history, now));
    }
    return history;
  }
}
