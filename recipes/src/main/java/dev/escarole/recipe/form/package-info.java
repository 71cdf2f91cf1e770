/**
 * Tool Form: JSON templates that turn the arguments of a call into values, and the {@code args}
 * encoding, which turns a value into an argument list. Contains only values and pure functions.
 * Each value keeps its provenance: the form or the caller.
 */
@NullMarked
package dev.escarole.recipe.form;

import org.jspecify.annotations.NullMarked;
