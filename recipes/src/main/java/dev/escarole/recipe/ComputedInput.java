package dev.escarole.recipe;

import dev.escarole.recipe.template.Template;

/**
 * An input whose value is the output of a template that runs when the recipe is launched.
 * Immutable.
 *
 * @param name of the input
 * @param pointer JSON pointer of the entry in the recipe
 * @param template the template to run; the recipe's own args and defaults apply to it
 * @param source the template as written, on one line, truncated if it is long
 */
public record ComputedInput(String name, String pointer, Template template, String source) {

  /** Maximum number of entries in a recipe. */
  public static final int MOST = 32;
}
