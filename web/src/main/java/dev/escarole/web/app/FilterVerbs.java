package dev.escarole.web.app;

import dev.escarole.web.app.filter.FilterList;
import dev.escarole.web.app.filter.FilterName;
import dev.escarole.web.app.filter.FilterPicture;
import dev.escarole.web.app.filter.SaveFilterRequest;
import dev.escarole.web.app.system.NoInput;
import java.util.Set;

/**
 * The rows of {@link Verbs} about filters of the list of runs that have a name. They belong to the
 * caller alone, so viewers save and delete them, too, and nothing is recorded in the audit.
 */
public final class FilterVerbs {

  private static final String GROUP = "filters";

  public static final Verb<NoInput, FilterList> LIST =
      new Verb<>(
          "filter.list",
          "listFilters",
          GROUP,
          "Lists the caller's saved filters of the list of runs",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/filters", 200),
          NoInput.class,
          FilterList.class,
          Set.of(),
          Escarole::filters);

  public static final Verb<SaveFilterRequest, FilterPicture> SAVE =
      new Verb<>(
          "filter.save",
          "saveFilter",
          GROUP,
          "Saves a filter of the list of runs under a name",
          "In place of one with the same name. Nobody else sees it; at most 50 for each caller.",
          Role.VIEWER,
          false,
          new Verb.Route("POST", "/filters", 200),
          SaveFilterRequest.class,
          FilterPicture.class,
          Set.of(RefusalCode.Kind.INVALID, RefusalCode.Kind.CONFLICT),
          Escarole::saveFilter);

  public static final Verb<FilterName, FilterPicture> DELETE =
      new Verb<>(
          "filter.delete",
          "deleteFilter",
          GROUP,
          "Deletes a saved filter of the caller",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("POST", "/filters/delete", 200),
          FilterName.class,
          FilterPicture.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::deleteFilter);

  private FilterVerbs() {}
}
