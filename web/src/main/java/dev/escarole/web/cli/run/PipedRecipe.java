package dev.escarole.web.cli.run;

import dev.escarole.recipe.Document;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.StandardInput;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.nio.file.Path;

/** A recipe that is written to standard input. */
final class PipedRecipe {

  /** The word that stands for it in place of a file; a file of that name is {@code ./-}. */
  private static final String WORD = "-";

  /** What messages call it. */
  private static final String NAME = "stdin";

  private PipedRecipe() {}

  /** Whether this argument means standard input. */
  static boolean isMeant(Path argument) {
    return argument.toString().equals(WORD);
  }

  /**
   * Reads all of it, which is possible only once.
   *
   * @throws RecipeException if it is neither JSON nor YAML
   * @throws UsageException if it cannot be read
   */
  static Document read(Console console) {
    if (console.terminal().stdin()) {
      console.say("type the recipe; Ctrl-D at the beginning of a line ends it");
    } else if (StandardInput.of(console) == StandardInput.NOTHING) {
      throw new UsageException(
          "bad-stdin",
          "'-' reads the recipe from standard input, and there is none",
          "Name the recipe's file, or write the recipe to standard input.");
    }
    try {
      byte[] bytes = console.in().readNBytes(RecipeLimits.DEFAULTS.maxBytes() + 1);
      return Document.read(bytes, NAME, RecipeLimits.DEFAULTS);
    } catch (IOException e) {
      throw new UsageException(
          "bad-stdin",
          "the recipe cannot be read from standard input: " + e.getMessage(),
          "Name the recipe's file.");
    }
  }
}
