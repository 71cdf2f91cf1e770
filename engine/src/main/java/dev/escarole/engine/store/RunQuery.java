package dev.escarole.engine.store;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which runs to list, newest first. Immutable.
 *
 * @param limit most runs to list: 1 to 10,000
 * @param filter the conditions
 * @param before only runs older than this one, or null to start with the newest
 * @param beforeNumber only runs with a smaller {@link StoredRun#number}, to read the next page even
 *     if the last run of this page has been deleted; null to start with the newest
 */
public record RunQuery(
    int limit, RunFilter filter, @Nullable RunId before, @Nullable Long beforeNumber) {

  public RunQuery {
    if (limit < 1 || limit > 10_000) {
      throw new IllegalArgumentException("RunQuery.limit must be 1..10000, was " + limit);
    }
  }

  /** The newest runs of any recipe and status. */
  public static RunQuery latest(int limit) {
    return new RunQuery(limit, RunFilter.ALL, null, null);
  }

  public RunQuery withFilter(RunFilter value) {
    return new RunQuery(limit, value, before, beforeNumber);
  }

  public RunQuery withStatus(RunStatus value) {
    return withFilter(filter.withStatuses(Set.of(value)));
  }

  public RunQuery withRecipe(String value) {
    return withFilter(filter.withRecipe(value));
  }

  public RunQuery withBefore(RunId value) {
    return new RunQuery(limit, filter, value, beforeNumber);
  }

  public RunQuery withBeforeNumber(long value) {
    return new RunQuery(limit, filter, before, value);
  }
}
