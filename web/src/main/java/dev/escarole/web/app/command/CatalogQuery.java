package dev.escarole.web.app.command;

import dev.escarole.web.app.Param;
import org.jspecify.annotations.Nullable;

/** Which rows of the catalogue are listed. */
public record CatalogQuery(
    @Param(value = "Only rows with this in name, commands or description.", in = Param.Where.QUERY)
        @Nullable String text) {

  /** All rows. */
  public static final CatalogQuery ALL = new CatalogQuery(null);
}
