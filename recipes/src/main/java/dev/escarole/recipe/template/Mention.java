package dev.escarole.recipe.template;

import org.jspecify.annotations.Nullable;

/**
 * One place where a template names a value.
 *
 * @param name the value's name
 * @param type the type written at this place, if any
 * @param defaultText the inline default written at this place, if any
 * @param need what this place does with the value
 */
public record Mention(
    String name, @Nullable ArgumentType type, @Nullable String defaultText, Need need) {

  /** What a place does with the value that it names. */
  public enum Need {
    /** It prints the value, and cannot do without unless it has an inline default. */
    VALUE,
    /** It takes an item, or the length, of an array. */
    ARRAY,
    /** It only asks whether the value is there and true. */
    TRUTH
  }
}
