package dev.escarole.recipe.template;

import java.util.List;

/**
 * A parsed word of a command.
 *
 * @param quoted whether any part is quoted, so that the word is kept even if it resolves to nothing
 * @param text the word without its quotes and backslashes
 */
public record Word(boolean quoted, Text text) {

  /** The names that the word uses. */
  public List<Mention> mentions() {
    return text.mentions();
  }
}
