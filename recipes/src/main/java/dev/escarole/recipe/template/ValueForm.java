package dev.escarole.recipe.template;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form of a setting that is one value: what a recipe may write, what that means for a node, and
 * how it is printed and stored. A template holds what was written as {@link #read} understands it;
 * a plan holds the value of {@link #inScope}.
 */
public sealed interface ValueForm extends SettingForm permits WholeNumber, Literal {

  /**
   * What is written, understood.
   *
   * @param key of the setting, for messages
   * @param written a plain value of a type that the form accepts
   * @throws TemplateException if the setting cannot be that
   */
  Object read(String key, Object written);

  /** The names that what was read takes values from. */
  default List<Mention> mentions(Object read) {
    return List.of();
  }

  /**
   * The value for a node.
   *
   * @throws TemplateException if it has none in this scope
   */
  default Object inScope(String key, Object read, Scope scope) {
    return read;
  }

  /** The value that holds where nothing is said; null if that is none. */
  @Nullable Object unset();

  /** Says a value for people, such as {@code timeout 300 ms}. */
  String words(String key, Object value);

  /** A value as JSON has it: a Long, Boolean, String, or a list of Integers. */
  Object plain(Object value);

  /**
   * The value that {@link #plain} gave.
   *
   * @throws IllegalArgumentException if it gives no such thing
   */
  Object ofPlain(Object plain);
}
