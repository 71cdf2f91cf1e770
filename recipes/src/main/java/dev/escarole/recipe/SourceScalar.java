package dev.escarole.recipe;

import dev.escarole.recipe.template.JsonType;
import org.jspecify.annotations.Nullable;

/**
 * A string, number, boolean or null: {@code plain} is a String, Long, BigDecimal, Boolean or null.
 */
record SourceScalar(Mark mark, @Nullable Object plain) implements SourceValue {
  /** So many characters of text weigh as much as one value. */
  private static final int CHARACTERS = 64;

  @Override
  public int size() {
    return plain instanceof String text ? 1 + text.length() / CHARACTERS : 1;
  }

  @Override
  public JsonType type() {
    if (plain == null) {
      return JsonType.NULL;
    }
    if (plain instanceof String) {
      return JsonType.STRING;
    }
    return plain instanceof Boolean ? JsonType.BOOLEAN : JsonType.NUMBER;
  }
}
