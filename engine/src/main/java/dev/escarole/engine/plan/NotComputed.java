package dev.escarole.engine.plan;

import dev.escarole.recipe.ComputedInput;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.template.Codes;
import java.util.List;
import java.util.Map;

/** Refuses to plan with inputs whose values only a launch finds out. */
final class NotComputed {

  private NotComputed() {}

  /**
   * Does nothing if every computed input has a value.
   *
   * @throws RecipeException with an error for each that has none, at its entry
   */
  static void refuse(Recipe recipe, Map<String, Object> values) {
    List<Problem> missing =
        recipe.computed(values).stream().map(entry -> problem(recipe, entry)).toList();
    if (!missing.isEmpty()) {
      throw new RecipeException(missing);
    }
  }

  private static Problem problem(Recipe recipe, ComputedInput entry) {
    return recipe.problem(
        Codes.NOT_COMPUTED,
        "'" + entry.name() + "' is computed when the run is launched, by " + entry.source(),
        "Give it a value to see a plan, such as --set " + entry.name() + "=...",
        entry.pointer());
  }
}
