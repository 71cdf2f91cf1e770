package dev.escarole.samples.bench;

import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;

/** The recipes that are measured. */
final class Recipes {

  private Recipes() {}

  /** So many commands side by side. */
  static Recipe fanOut(int leaves) {
    return fanOut(leaves, "echo {index}");
  }

  /** Likewise, with a command of one's own choice. */
  static Recipe fanOut(int leaves, String template) {
    return read(
        """
        {"parallel": true, "repeat": %d, "template": "%s"}
        """
            .formatted(leaves, template));
  }

  /** So many commands, one after the other. */
  static Recipe chain(int leaves, String template) {
    return read(
        """
        {"repeat": %d, "template": "%s"}
        """
            .formatted(leaves, template));
  }

  /** Fan-outs within fan-outs, so many deep, each so wide. */
  static Recipe nested(int depth, int width) {
    String template = "\"echo {index}\"";
    for (int i = 0; i < depth; i++) {
      template =
          "{\"parallel\": true, \"repeat\": %d, \"template\": %s}".formatted(width, template);
    }
    return read(template);
  }

  private static Recipe read(String text) {
    return new RecipeReader().read(text, "bench.json");
  }
}
