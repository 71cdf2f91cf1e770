package dev.escarole.web.app;

import dev.escarole.web.app.recipe.RecipeVersions;
import dev.escarole.web.app.recipe.RecipeVersions.VersionsQuery;
import java.util.Set;

/** The verbs about the versions of recipes: rows of {@link Verbs#ALL}. */
public final class RecipeVerbs {

  public static final Verb<VersionsQuery, RecipeVersions> VERSIONS =
      new Verb<>(
          "recipe.versions",
          "listRecipeVersions",
          "recipes",
          "Lists the versions of a recipe, and the difference between two",
          "The present text, and the texts that the last 1,000 runs of its name were started with."
              + " A version that nobody ran is not kept once the file has changed.",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/recipe-versions/<name>", 200),
          VersionsQuery.class,
          RecipeVersions.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.INVALID),
          Escarole::recipeVersions);

  private RecipeVerbs() {}
}
