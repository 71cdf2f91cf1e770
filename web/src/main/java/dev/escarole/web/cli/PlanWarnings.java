package dev.escarole.web.cli;

import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds what is doubtful about a plan without an engine, and so without its database. */
final class PlanWarnings {

  private PlanWarnings() {}

  /** The recipe's warnings, and one for each name that no built-in command has. */
  static List<Problem> of(Recipe recipe, Plan plan) {
    CommandRegistry commands = new CommandRegistry(BuiltInCommands.load().all());
    Map<String, Problem> unknown = new LinkedHashMap<>();
    for (Step step : plan.steps()) {
      if (step instanceof LeafStep leaf && !leaf.isSkipped()) {
        String name = leaf.argv().get(0);
        if (commands.find(name).isEmpty()) {
          unknown.computeIfAbsent(name, key -> warning(recipe, leaf, commands.nearest(key)));
        }
      }
    }
    List<Problem> warnings = new ArrayList<>(recipe.warnings());
    warnings.addAll(unknown.values());
    return warnings;
  }

  private static Problem warning(Recipe recipe, LeafStep leaf, List<String> nearest) {
    return recipe.warning(
        "unknown-command",
        "no command is named '" + leaf.argv().get(0) + "'; the step will fail with exit code 127",
        nearest.isEmpty()
            ? "List the commands with: escarole commands"
            : "Did you mean " + String.join(" or ", nearest) + "?",
        leaf.place().pointer());
  }
}
