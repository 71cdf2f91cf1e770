package dev.escarole.recipe;

import dev.escarole.recipe.template.ArgumentType;
import org.jspecify.annotations.Nullable;

/**
 * A public input of a recipe.
 *
 * @param type null when the recipe does not say: any value fits
 * @param required whether some command needs it and nothing else supplies it
 * @param defaultValue what holds when no value is given; may still contain placeholders; null when
 *     nothing does
 */
public record Parameter(
    String name, @Nullable ArgumentType type, boolean required, @Nullable Object defaultValue) {}
