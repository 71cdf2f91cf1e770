package dev.escarole.recipe;

import dev.escarole.recipe.template.ArgumentType;
import org.jspecify.annotations.Nullable;

/**
 * A public input of a recipe.
 *
 * @param type null if the recipe does not declare one: any value is valid
 * @param required whether a command needs it and there is no default
 * @param defaultValue the default; may contain placeholders; null if there is none
 */
public record Parameter(
    String name, @Nullable ArgumentType type, boolean required, @Nullable Object defaultValue) {}
