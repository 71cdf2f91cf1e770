package dev.escarole.recipe.form.value;

import org.jspecify.annotations.Nullable;

/**
 * An error or warning at one place in a form.
 *
 * @param code one of {@link FormCodes}
 * @param message what is wrong; never quotes the caller's values
 * @param hint how to fix it, if known
 * @param pointer JSON pointer of the place in the document that holds the form
 */
public record FormProblem(String code, String message, @Nullable String hint, String pointer) {}
