package dev.escarole.recipe;

import org.jspecify.annotations.Nullable;

/**
 * A string, number, boolean or null: {@code plain} is a String, Long, BigDecimal, Boolean or null.
 */
record SourceScalar(Mark mark, @Nullable Object plain) implements SourceValue {

  @Override
  public int size() {
    return 1;
  }

  @Override
  public String typeName() {
    if (plain == null) {
      return "null";
    }
    if (plain instanceof String) {
      return "a string";
    }
    return plain instanceof Boolean ? "a boolean" : "a number";
  }
}
