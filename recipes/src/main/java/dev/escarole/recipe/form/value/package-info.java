/**
 * Values of forms with their provenance, limits and errors. Independent of the forms themselves.
 */
@NullMarked
package dev.escarole.recipe.form.value;

import org.jspecify.annotations.NullMarked;
