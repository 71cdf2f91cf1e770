package dev.escarole.engine;

import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.plan.Plan;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.Severity;
import java.util.List;

/**
 * Refuses what would run unknown commands, unless they may fail their steps.
 *
 * @param commands the known ones
 */
record Refusals(CommandRegistry commands, UnknownCommandRule rule) implements Computing.Check {

  @Override
  public void recipe(Recipe recipe) {
    List<Problem> errors =
        UnknownCommands.written(recipe, commands, rule).stream()
            .filter(each -> each.severity() == Severity.ERROR)
            .toList();
    if (!errors.isEmpty()) {
      throw new RecipeException(errors);
    }
  }

  @Override
  public void plan(Plan plan, Recipe recipe) {
    if (rule == UnknownCommandRule.REFUSE) {
      UnknownCommands.refuse(plan, recipe, commands);
    }
  }
}
