package dev.escarole.recipe.template;

/**
 * An entry of a recipe's {@code artifacts}: files of the workspace that are kept when a run ends.
 * Immutable.
 *
 * @param name of the entry
 * @param pointer JSON pointer of the entry in the recipe
 * @param pattern a {@link FilePattern} once it is resolved
 */
public record KeptPattern(String name, String pointer, Text pattern) {

  /** Maximum number of entries in a recipe. */
  public static final int MOST = 32;
}
