/**
 * The recipe language itself: template trees, word splitting, placeholders, repeat arithmetic,
 * conditions and declared arguments. Everything here is a value or a pure function over values; the
 * package knows neither files nor JSON libraries.
 */
@NullMarked
package dev.escarole.recipe.template;

import org.jspecify.annotations.NullMarked;
