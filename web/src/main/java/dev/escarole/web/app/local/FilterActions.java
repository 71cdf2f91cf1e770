package dev.escarole.web.app.local;

import dev.escarole.engine.store.SavedFilters;
import dev.escarole.engine.store.SavedFilters.SavedFilter;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.filter.FilterList;
import dev.escarole.web.app.filter.FilterPicture;
import dev.escarole.web.app.filter.SaveFilterRequest;
import java.util.regex.Pattern;

/** The saved filters of one actor. Used once, by one thread. */
final class FilterActions {

  private static final Pattern NAME = Pattern.compile("[^\\p{C}\\p{Zl}\\p{Zp}]{1,60}");

  /** What an address consists of, without quotes and tags. */
  private static final Pattern QUERY = Pattern.compile("[!-~&&[^\"'<>#]]{0,2000}");

  private final SavedFilters filters;
  private final String principal;

  FilterActions(Installation installation, Actor actor) {
    this.filters = installation.engine().records().filters();
    this.principal = actor.principal().name();
  }

  FilterList list() {
    return new FilterList(filters.list(principal).stream().map(FilterActions::picture).toList());
  }

  FilterPicture save(SaveFilterRequest request) {
    String name = request.name().strip();
    if (!NAME.matcher(name).matches()) {
      throw new RefusedException(
          RefusalCode.BAD_FILTER,
          "a filter needs a name of 1 to 60 printable characters",
          "Choose another name.");
    }
    if (!QUERY.matcher(request.query()).matches()) {
      throw new RefusedException(
          RefusalCode.BAD_FILTER,
          "'query' is not the query of an address",
          "Take it from the address of the page 'Runs', such as status=failed&age=day.");
    }
    SavedFilter filter = new SavedFilter(name, request.query());
    if (!filters.save(principal, filter)) {
      throw new RefusedException(
          RefusalCode.TOO_MANY_FILTERS,
          "you have %d saved filters, the most there can be".formatted(SavedFilters.MOST),
          "Delete one first.");
    }
    return picture(filter);
  }

  FilterPicture delete(String name) {
    SavedFilter filter =
        filters.list(principal).stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> missing(name));
    if (!filters.delete(principal, name)) {
      throw missing(name);
    }
    return picture(filter);
  }

  private static RefusedException missing(String name) {
    return new RefusedException(
        RefusalCode.NO_SUCH_FILTER,
        "you have no saved filter '" + name + "'",
        "The list of runs shows yours.");
  }

  private static FilterPicture picture(SavedFilter filter) {
    return new FilterPicture(filter.name(), filter.query());
  }
}
