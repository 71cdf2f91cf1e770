package dev.escarole.recipe.handle;

import dev.escarole.recipe.template.JsonText;
import dev.escarole.recipe.template.PlainValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Brings values into the types that a handle's parameters ask for, as far as that changes nothing
 * but the way in which they are written.
 */
final class TypedArguments {
  private TypedArguments() {}

  static Map<String, Object> of(Map<String, ?> values, @Nullable Object schema) {
    Map<String, Object> typed = new LinkedHashMap<>();
    values.forEach((name, value) -> typed.put(name, typed(value, type(name, schema))));
    return typed;
  }

  private static @Nullable Object type(String name, @Nullable Object schema) {
    Object properties = schema instanceof Map<?, ?> object ? object.get("properties") : null;
    Object property = properties instanceof Map<?, ?> all ? all.get(name) : null;
    return property instanceof Map<?, ?> one ? one.get("type") : null;
  }

  /** What is no JSON stays text, so that the parameters say what is wrong with it. */
  private static Object typed(Object value, @Nullable Object type) {
    boolean printable = value instanceof Number || value instanceof Boolean;
    if (printable && "string".equals(type)) {
      return PlainValue.text(PlainValue.normalised(value));
    }
    boolean mayBeText = type instanceof List<?> types && types.contains("string");
    if (!(value instanceof String text) || type == null || type.equals("string") || mayBeText) {
      return value;
    }
    Object read = JsonText.parse(text);
    return read == null ? value : read;
  }
}
