package dev.escarole.web.app.recipe;

import java.util.List;

/** What the watched folder holds. */
public record RecipeList(List<RecipeHead> recipes) {
  public RecipeList {
    recipes = List.copyOf(recipes);
  }
}
