package dev.escarole.engine;

import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds leaves whose command nobody has registered; they would fail when their turn comes. */
public final class UnknownCommands {

  private UnknownCommands() {}

  /** One warning per name, at the first leaf that uses it. */
  public static List<Problem> in(Plan plan, Recipe recipe, CommandRegistry commands) {
    Map<String, Problem> found = new LinkedHashMap<>();
    for (Step step : plan.steps()) {
      if (step instanceof LeafStep leaf && !leaf.isSkipped()) {
        String name = leaf.argv().get(0);
        if (commands.find(name).isEmpty()) {
          found.computeIfAbsent(name, unknown -> warning(unknown, leaf, recipe, commands));
        }
      }
    }
    return List.copyOf(found.values());
  }

  private static Problem warning(
      String name, LeafStep leaf, Recipe recipe, CommandRegistry commands) {
    List<String> nearest = commands.nearest(name);
    String hint =
        nearest.isEmpty()
            ? "List the commands with: escarole commands"
            : "Did you mean " + String.join(" or ", nearest) + "?";
    return recipe.warning(
        "unknown-command",
        "no command is named '" + name + "'; the step will fail with exit code 127",
        hint,
        leaf.place().pointer());
  }
}
