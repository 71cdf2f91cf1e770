package dev.escarole.engine.store;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import org.jspecify.annotations.Nullable;

/**
 * Which runs to list, newest first. Immutable.
 *
 * @param limit most runs to list: 1 to 10,000
 * @param status only runs of this status, or null for all
 * @param recipe only runs of the recipe of this name, or null for all
 * @param before only runs older than this one, so that the last run of a page asks for the next;
 *     null to start with the newest
 */
public record RunQuery(
    int limit, @Nullable RunStatus status, @Nullable String recipe, @Nullable RunId before) {

  public RunQuery {
    if (limit < 1 || limit > 10_000) {
      throw new IllegalArgumentException("RunQuery.limit must be 1..10000, was " + limit);
    }
  }

  /** The newest runs, whatever their recipe and status. */
  public static RunQuery latest(int limit) {
    return new RunQuery(limit, null, null, null);
  }

  public RunQuery withStatus(RunStatus value) {
    return new RunQuery(limit, value, recipe, before);
  }

  public RunQuery withRecipe(String value) {
    return new RunQuery(limit, status, value, before);
  }

  public RunQuery withBefore(RunId value) {
    return new RunQuery(limit, status, recipe, value);
  }
}
