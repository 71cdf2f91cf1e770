package dev.escarole.recipe.template;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The condition of a {@code when}: a constant, a name or one placeholder, possibly negated. */
public final class Condition {
  private final String source;
  private final @Nullable Placeholder operand;
  private final boolean expected;

  private Condition(String source, @Nullable Placeholder operand, boolean expected) {
    this.source = source;
    this.operand = operand;
    this.expected = expected;
  }

  /** A constant condition. */
  public static Condition of(boolean value) {
    return new Condition(String.valueOf(value), null, value);
  }

  /** Parses {@code flag}, {@code !flag}, {@code {placeholder}} or {@code !{placeholder}}. */
  public static Condition parse(String source) {
    String text = source.strip();
    if (text.isEmpty() || text.equals("true") || text.equals("false")) {
      return new Condition(source, null, text.equals("true"));
    }
    boolean negated = text.startsWith("!");
    String asked = negated ? text.substring(1).strip() : text;
    if (Names.isName(asked)) {
      return new Condition(source, PlaceholderParser.operand(asked), !negated);
    }
    Placeholder only = Text.parse(asked).onlyPlaceholder();
    if (only == null) {
      throw new TemplateException(
          Codes.BAD_CONDITION,
          "invalid condition '" + source + "'",
          "Write a name, !name, or one placeholder such as {flag?yes:}.");
    }
    return new Condition(source, only, !negated);
  }

  /** The condition as written. */
  public String source() {
    return source;
  }

  /** The names that it tests. */
  public List<Mention> mentions() {
    return operand == null ? List.of() : Mention.asTruth(operand.mentions());
  }

  boolean holdsIn(Scope scope) {
    return operand == null ? expected : PlainValue.isTrue(operand.find(scope, null)) == expected;
  }

  @Override
  public String toString() {
    return source;
  }
}
