package dev.escarole.samples.bench;

import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;

/** The recipes that are measured. */
final class Recipes {

  private Recipes() {}

  /** So many commands side by side. */
  static Recipe fanOut(int leaves) {
    return read(
        """
        {"parallel": true, "repeat": %d, "template": "echo {index}"}
        """
            .formatted(leaves));
  }

  /** So many commands, one after the other. */
  static Recipe chain(int leaves) {
    return read(
        """
        {"repeat": %d, "template": "echo {index}"}
        """
            .formatted(leaves));
  }

  private static Recipe read(String text) {
    return new RecipeReader().read(text, "bench.json");
  }
}
