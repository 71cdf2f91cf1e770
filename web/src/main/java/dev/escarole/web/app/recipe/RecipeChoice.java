package dev.escarole.web.app.recipe;

import dev.escarole.web.app.Param;
import org.jspecify.annotations.Nullable;

/** Which recipe is meant: one of the watched folder, or one that the request brings along. */
public record RecipeChoice(
    @Param(value = "Name of a recipe in the watched folder; or give 'text'.")
        @Nullable String recipe,
    @Param(value = "The text of a recipe, JSON or YAML; or give 'recipe'.") @Nullable String text,
    @Param(
            value =
                "The file name of the text, for messages; its ending says whether it is JSON or YAML. Default: recipe.json or recipe.yaml, depending on the text.")
        @Nullable String fileName) {

  /** No recipe. */
  public static final RecipeChoice NONE = new RecipeChoice(null, null, null);

  /** One of the watched folder. */
  public static RecipeChoice named(String recipe) {
    return new RecipeChoice(recipe, null, null);
  }

  /** A recipe as text. */
  public static RecipeChoice text(String text, String fileName) {
    return new RecipeChoice(null, text, fileName);
  }
}
