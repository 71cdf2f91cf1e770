package dev.escarole.recipe;

import org.jspecify.annotations.Nullable;

/**
 * A position in a recipe.
 *
 * @param file name of the file; null if the text did not come from a file
 * @param line from 1; 0 when unknown
 * @param column in characters, from 1; 0 when unknown
 * @param pointer JSON pointer in the document; empty for its root
 */
public record Location(@Nullable String file, int line, int column, String pointer) {

  @Override
  public String toString() {
    String name = file == null ? "recipe" : file;
    return line == 0 ? name : name + ":" + line + ":" + column;
  }
}
