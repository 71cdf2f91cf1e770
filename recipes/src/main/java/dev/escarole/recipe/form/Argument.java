package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.Provenance;

/**
 * One argument of a command, and who wrote it.
 *
 * @param text handed to the command byte for byte, as UTF-8
 */
public record Argument(String text, Provenance provenance) {}
