package dev.escarole.web.app.filter;

import dev.escarole.web.app.Documented;
import java.util.List;

/** The filters of the caller. */
public record FilterList(@Documented("By name, at most 50.") List<FilterPicture> filters) {

  public FilterList {
    filters = List.copyOf(filters);
  }
}
