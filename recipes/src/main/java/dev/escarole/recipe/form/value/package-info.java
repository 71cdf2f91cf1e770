/**
 * What forms work on: values and where they come from, what they may cost, and how they fail. Knows
 * nothing of the forms themselves.
 */
@NullMarked
package dev.escarole.recipe.form.value;

import org.jspecify.annotations.NullMarked;
