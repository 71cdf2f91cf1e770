package dev.escarole.recipe.form.value;

import org.jspecify.annotations.Nullable;

/**
 * Something wrong, or doubtful, at one place of a form.
 *
 * @param code one of {@link FormCodes}
 * @param message what is wrong; never quotes what a caller gave
 * @param hint what to do about it, where that can be said
 * @param pointer JSON pointer of the place in the document that holds the form
 */
public record FormProblem(String code, String message, @Nullable String hint, String pointer) {}
