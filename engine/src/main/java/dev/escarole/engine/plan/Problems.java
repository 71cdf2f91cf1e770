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
 * once for each copy; it is kept once, and a mistake that reads differently in each copy is kept at
 * most {@value #MOST} times.
 */
final class Problems {

  private static final int MOST = 100;

  private final Recipe recipe;
  private final Map<String, Problem> found = new LinkedHashMap<>();

  Problems(Recipe recipe) {
    this.recipe = recipe;
  }

  void add(String pointer, TemplateException mistake) {
    add(recipe.problems(mistake, pointer));
  }

  /** Adds problems that have their places already. */
  void add(List<Problem> located) {
    for (Problem problem : located) {
      if (found.size() < MOST) {
        found.putIfAbsent(
            problem.pointer() + ' ' + problem.code() + ' ' + problem.message(), problem);
      }
    }
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
