/**
 * Reading recipe files: {@link dev.escarole.recipe.RecipeReader} parses a file into a {@link
 * dev.escarole.recipe.Recipe} and reports each error as a {@link dev.escarole.recipe.Problem} with
 * its position. The language itself is in {@code recipe.template}.
 */
@NullMarked
package dev.escarole.recipe;

import org.jspecify.annotations.NullMarked;
