package dev.escarole.recipe.template;

import java.util.List;

/** A numeric setting, written as a number or as text with placeholders that resolves to one. */
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

  /** The value as written. */
  public String source() {
    return text.source();
  }

  /** Whether it has no placeholders. */
  public boolean isLiteral() {
    return text.isLiteral();
  }

  /** The names that it uses. */
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
