package dev.escarole.engine.plan;

import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.template.TemplateException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects the problems of a recipe for given values. Identical problems in the copies of a
 * repeated node are kept once, and at most {@value #MOST} problems in total.
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

  void add(List<Problem> located) {
    for (Problem problem : located) {
      if (found.size() < MOST) {
        found.putIfAbsent(
            problem.pointer() + ' ' + problem.code() + ' ' + problem.message(), problem);
      }
    }
  }

  /**
   * Ends the compilation if there are problems.
   *
   * @throws RecipeException with all problems
   */
  void throwIfAny() {
    if (!found.isEmpty()) {
      throw new RecipeException(List.copyOf(found.values()));
    }
  }
}
