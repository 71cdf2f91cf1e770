/**
 * Reading recipe files: {@link dev.escarole.recipe.RecipeReader} turns the text of a file into a
 * {@link dev.escarole.recipe.Recipe}, and every mistake in it into a {@link
 * dev.escarole.recipe.Problem} that says where it stands. The language itself is next door, in
 * {@code recipe.template}.
 */
@NullMarked
package dev.escarole.recipe;

import org.jspecify.annotations.NullMarked;
