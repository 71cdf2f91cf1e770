package dev.escarole.engine.plan;

import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.template.TemplateException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gathers what is wrong with a recipe for given values. A mistake in a repeated node would come up
 * once for each copy; it is kept once.
 */
final class Problems {

  private final Recipe recipe;
  private final Map<String, Problem> found = new LinkedHashMap<>();

  Problems(Recipe recipe) {
    this.recipe = recipe;
  }

  void add(String pointer, TemplateException mistake) {
    found.computeIfAbsent(
        mistake.code() + ' ' + pointer,
        key -> recipe.problem(mistake.code(), mistake.message(), mistake.hint(), pointer));
  }

  /**
   * Ends the compilation if anything was found.
   *
   * @throws RecipeException with all problems
   */
  void throwIfAny() {
    if (!found.isEmpty()) {
      throw new RecipeException(List.copyOf(found.values()));
    }
  }
}
