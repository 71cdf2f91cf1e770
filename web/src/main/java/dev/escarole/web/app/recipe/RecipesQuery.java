package dev.escarole.web.app.recipe;

import dev.escarole.web.app.Param;
import org.jspecify.annotations.Nullable;

/** Which recipes are listed. */
public record RecipesQuery(
    @Param(value = "Only recipes with this in name, path or description.", in = Param.Where.QUERY)
        @Nullable String text,
    @Param(
            value = "Most entries of a page, 1 to 1000. Without it, all are on one page.",
            in = Param.Where.QUERY,
            min = 1,
            max = 1000)
        @Nullable Long limit,
    @Param(
            value = "Which page, from 1; after the last one, the last one is meant.",
            in = Param.Where.QUERY,
            min = 1,
            max = 1_000_000,
            byDefault = 1)
        int page,
    @Param(value = "Also tells how each has done lately.", in = Param.Where.QUERY)
        boolean history) {

  /** All recipes. */
  public static final RecipesQuery ALL = new RecipesQuery(null, null, 1, false);
}
