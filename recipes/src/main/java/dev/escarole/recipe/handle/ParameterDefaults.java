package dev.escarole.recipe.handle;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The defaults that a handle's parameters give, as {@code "default"} of a property. What a caller
 * leaves out is filled in before the arguments are checked; an explicit null is not left out.
 */
final class ParameterDefaults {
  private ParameterDefaults() {}

  /** The arguments with a default for each that is missing. */
  static Map<String, @Nullable Object> filledIn(
      Map<String, ? extends @Nullable Object> arguments, @Nullable Object schema) {
    Map<String, @Nullable Object> filled = new LinkedHashMap<>(arguments);
    Object properties = schema instanceof Map<?, ?> object ? object.get("properties") : null;
    if (properties instanceof Map<?, ?> declared) {
      declared.forEach(
          (name, property) -> {
            if (property instanceof Map<?, ?> one && one.get("default") != null) {
              fill(filled, String.valueOf(name), one.get("default"));
            }
          });
    }
    return Collections.unmodifiableMap(filled);
  }

  private static void fill(
      Map<String, @Nullable Object> arguments, String name, @Nullable Object value) {
    if (!arguments.containsKey(name)) {
      arguments.put(name, value);
    }
  }
}
