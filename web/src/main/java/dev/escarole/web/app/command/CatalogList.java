package dev.escarole.web.app.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.web.app.Documented;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of the catalogue, sorted by name. */
public record CatalogList(
    List<CatalogEntry> rows,
    @Documented(
            "Whether the policy lets the caller add them; absent where the policy is not asked.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Boolean extensible) {

  public CatalogList {
    rows = List.copyOf(rows);
  }
}
