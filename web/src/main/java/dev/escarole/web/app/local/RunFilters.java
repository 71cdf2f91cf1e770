package dev.escarole.web.app.local;

import dev.escarole.engine.store.RunFilter;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.run.RunsQuery;
import java.util.Set;

/** Converts what is asked of the list of runs to a filter of the store. */
final class RunFilters {

  private RunFilters() {}

  static RunFilter of(RunsQuery query) {
    try {
      return RunFilter.ALL
          .withStatuses(Set.copyOf(query.status()))
          .withRecipe(query.recipe())
          .withLabel(query.label())
          .withPrincipal(query.principal())
          .withText(query.text())
          .withTimes(query.since(), query.until());
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          RefusalCode.BAD_FILTER, String.valueOf(e.getMessage()), "Search for a shorter text.");
    }
  }
}
