package dev.escarole.web.agent.command;

import dev.escarole.web.agent.acli.Shape;
import dev.escarole.web.agent.acli.ValueType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is inside the arrays and objects that the JSON Schema of a handle describes. */
final class HandleShapes {

  /** Objects inside objects whose members have names with dots. */
  private static final int DEEPEST = 4;

  private HandleShapes() {}

  /** The shape of a property; null if it is neither an array of something nor an object. */
  static @Nullable Shape of(Map<?, ?> schema) {
    return switch (String.valueOf(schema.get("type"))) {
      case "object" -> Shape.object(members(schema));
      case "array" -> ofItems(schema.get("items") instanceof Map<?, ?> items ? items : Map.of());
      default -> null;
    };
  }

  private static Shape ofItems(Map<?, ?> items) {
    return String.valueOf(items.get("type")).equals("object")
        ? Shape.rows(members(items))
        : Shape.items(HandleInputs.type(items.get("type")));
  }

  private static Map<String, Shape.Member> members(Map<?, ?> schema) {
    Map<String, Shape.Member> members = new LinkedHashMap<>();
    collect(members, "", schema, 1);
    return members;
  }

  private static void collect(
      Map<String, Shape.Member> members, String prefix, Map<?, ?> schema, int depth) {
    if (!(schema.get("properties") instanceof Map<?, ?> properties)) {
      return;
    }
    List<?> required = schema.get("required") instanceof List<?> names ? names : List.of();
    properties.forEach(
        (name, property) -> {
          Map<?, ?> inner = property instanceof Map<?, ?> map ? map : Map.of();
          if (String.valueOf(inner.get("type")).equals("object") && depth < DEEPEST) {
            collect(members, prefix + name + ".", inner, depth + 1);
          } else {
            ValueType type = HandleInputs.type(inner.get("type"));
            members.put(prefix + name, new Shape.Member(type, required.contains(name)));
          }
        });
  }
}
