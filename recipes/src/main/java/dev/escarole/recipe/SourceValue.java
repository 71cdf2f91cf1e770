package dev.escarole.recipe;

import dev.escarole.recipe.template.JsonType;
import org.jspecify.annotations.Nullable;

/** A value of a recipe document that remembers where it stands. */
sealed interface SourceValue permits SourceObject, SourceArray, SourceScalar {

  Mark mark();

  /** The value without its places: String, Boolean, Long, BigDecimal, List, Map or null. */
  @Nullable Object plain();

  /** How many values it consists of, itself included; long texts count several times. */
  int size();

  JsonType type();

  /** The type with its article, as messages name it. */
  default String typeName() {
    return type().words();
  }

  /** The value directly inside under a pointer token; null when there is none. */
  default @Nullable SourceValue child(String token) {
    return null;
  }
}
