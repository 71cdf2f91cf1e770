package dev.escarole.web.app.recipe;

import dev.escarole.web.app.Param;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks what a recipe would run. */
public record PlanRequest(
    @Param(value = "Name of a recipe in the watched folder; or give 'text'.")
        @Nullable String recipe,
    @Param(value = "The text of a recipe, JSON or YAML; or give 'recipe'.") @Nullable String text,
    @Param(
            value =
                "The file name of the text, for messages; its ending says whether it is JSON or YAML. Default: recipe.json or recipe.yaml, depending on the text.")
        @Nullable String fileName,
    @Param(value = "The recipe's values by name.") Map<String, @Nullable Object> values,
    @Param(
            value =
                "Directories of the server's machine that commands may use, each as HOST::GUEST or HOST::GUEST:ro; the policy decides whether they may.")
        List<String> directories,
    @Param(
            value =
                "An earlier version of the recipe, from its inputs; the reply lists the changes since.")
        @Nullable String since) {

  /** The plan without a comparison. */
  public PlanRequest(
      @Nullable String recipe,
      @Nullable String text,
      @Nullable String fileName,
      Map<String, @Nullable Object> values,
      List<String> directories) {
    this(recipe, text, fileName, values, directories, null);
  }

  public PlanRequest {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    directories = List.copyOf(directories);
  }

  /** Which recipe is meant. */
  public RecipeChoice choice() {
    return new RecipeChoice(recipe, text, fileName);
  }
}
