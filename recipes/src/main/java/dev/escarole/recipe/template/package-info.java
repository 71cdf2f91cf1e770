/**
 * The recipe language: template trees, word splitting, placeholders, repeat arithmetic, conditions
 * and declared arguments. Contains only values and pure functions, and depends on neither files nor
 * data binding.
 */
@NullMarked
package dev.escarole.recipe.template;

import org.jspecify.annotations.NullMarked;
