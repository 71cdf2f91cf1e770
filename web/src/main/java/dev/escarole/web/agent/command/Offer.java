package dev.escarole.web.agent.command;

import dev.escarole.recipe.Recipe;
import org.jspecify.annotations.Nullable;

/**
 * A recipe on offer. Immutable.
 *
 * @param name what it is called, any text
 * @param trouble the first of what is wrong with its present text, whose last sound version is on
 *     offer; null if nothing is
 */
public record Offer(String name, Recipe recipe, @Nullable String trouble) {

  /** What it is for, as far as it says so. */
  public String description() {
    String text = recipe.description();
    return text == null ? "Runs the recipe " + name : text;
  }
}
