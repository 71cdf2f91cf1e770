/**
 * Tool Form: templates made of JSON that turn the arguments of a call into values, and the {@code
 * args} encoding, which makes an argument list of a value. A {@link
 * dev.escarole.recipe.form.ToolForm} is parsed once and evaluated many times. Everything here is a
 * value or a pure function over values; where a value comes from, the text of the form or the
 * caller, is kept with it all the way.
 */
@NullMarked
package dev.escarole.recipe.form;

import org.jspecify.annotations.NullMarked;
