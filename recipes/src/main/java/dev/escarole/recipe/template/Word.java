package dev.escarole.recipe.template;

import java.util.List;

/**
 * One word of a command, split off and parsed once.
 *
 * @param quoted whether any part of it stood in quotes, so that it stays even when it resolves to
 *     nothing
 * @param text the word without its quotes and backslashes
 */
public record Word(boolean quoted, Text text) {

  /** The names that the word takes values from. */
  public List<Mention> mentions() {
    return text.mentions();
  }
}
