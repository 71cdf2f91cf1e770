package dev.escarole.recipe;

import dev.escarole.recipe.template.Template;

/**
 * An input whose value is what a template prints, carried out when the run is launched. Immutable.
 *
 * @param name of the input
 * @param pointer JSON pointer of the entry in the recipe
 * @param template what to carry out; its nodes stand inside the recipe's own args and defaults
 * @param source the template as it is written, or the beginning of it, on one line
 */
public record ComputedInput(String name, String pointer, Template template, String source) {

  /** Most entries of one recipe. */
  public static final int MOST = 32;
}
