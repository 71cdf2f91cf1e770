package dev.escarole.recipe.template;

import java.util.List;

/**
 * A number that steers a node: written as a number, or as text with placeholders that becomes one.
 */
public final class ControlValue {
  private final Text text;

  private ControlValue(Text text) {
    this.text = text;
  }

  /** A literal number. */
  public static ControlValue of(long number) {
    return new ControlValue(Text.parse(Long.toString(number)));
  }

  /** Text such as {@code 3}, {@code {n}} or {@code {items.length}}. */
  public static ControlValue parse(String text) {
    return new ControlValue(Text.parseNumber(text));
  }

  /** The value as it was written. */
  public String source() {
    return text.source();
  }

  /** Whether the number is known without any values. */
  public boolean isLiteral() {
    return text.isLiteral();
  }

  /** The names that it takes values from. */
  public List<Mention> mentions() {
    return text.mentions();
  }

  String textIn(Scope scope) {
    return text.textIn(scope, null);
  }

  @Override
  public String toString() {
    return source();
  }
}
