package dev.escarole.web.agent.command;

import dev.escarole.recipe.handle.CommandHandle;
import dev.escarole.recipe.template.Names;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.Shape;
import dev.escarole.web.agent.acli.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a handle as typed options. Rules of the handle's JSON Schema beyond types,
 * choices and required parameters are checked when it is called.
 */
final class HandleInputs {

  /** Maximum depth of nested objects, whose members have dotted names. */
  private static final int DEEPEST = 4;

  private HandleInputs() {}

  static List<ArgumentDefinition> of(CommandHandle handle) {
    List<ArgumentDefinition> arguments = new ArrayList<>();
    if (handle.parameters() instanceof Map<?, ?> schema
        && schema.get("properties") instanceof Map<?, ?> properties) {
      List<?> required = schema.get("required") instanceof List<?> names ? names : List.of();
      properties.forEach(
          (name, property) -> {
            // A parameter with another name can only be set with 'run'.
            if (Names.isName(name.toString())) {
              arguments.add(argument(name.toString(), property, required.contains(name)));
            }
          });
    }
    return arguments;
  }

  private static ArgumentDefinition argument(
      String name, @Nullable Object property, boolean required) {
    Map<?, ?> schema = property instanceof Map<?, ?> map ? map : Map.of();
    Shape shape = shape(schema);
    ValueType type = shape == null ? type(schema) : ValueType.ARRAY;
    ArgumentDefinition argument =
        ArgumentDefinition.of("--" + name, type, description(schema, shape));
    if (shape != null) {
      argument = argument.withShape(shape);
    }
    if (argument.type() == ValueType.STRING
        && schema.get("enum") instanceof List<?> choices
        && choices.stream().allMatch(String.class::isInstance)) {
      argument = argument.withChoices(choices.stream().map(Object::toString).toList());
    }
    if (argument.type() == ValueType.STRING && "path".equals(schema.get("format"))) {
      argument = argument.asPath();
    }
    Object preset = schema.get("default");
    if (preset != null && !(preset instanceof Map)) {
      return argument.withDefault(preset);
    }
    return required ? argument.asRequired() : argument;
  }

  private static ValueType type(Map<?, ?> schema) {
    boolean time = "string".equals(schema.get("type")) && "date-time".equals(schema.get("format"));
    return time ? ValueType.DATETIME : type(schema.get("type"));
  }

  private static ValueType type(@Nullable Object type) {
    return switch (String.valueOf(type)) {
      case "integer" -> ValueType.INTEGER;
      case "number" -> ValueType.NUMBER;
      case "boolean" -> ValueType.BOOLEAN;
      case "array" -> ValueType.ARRAY;
      default -> ValueType.STRING;
    };
  }

  private static String description(Map<?, ?> schema, @Nullable Shape shape) {
    String text = schema.get("description") instanceof String own ? own : "";
    String manner = shape == null ? "" : shape.manner();
    if (manner.isEmpty()) {
      return text.isEmpty() ? "A value" : text;
    }
    return text.isEmpty() ? manner : manner + ": " + text;
  }

  /** The shape of a property; null if it is neither an array nor an object. */
  private static @Nullable Shape shape(Map<?, ?> schema) {
    return switch (String.valueOf(schema.get("type"))) {
      case "object" -> Shape.object(members(schema));
      case "array" -> ofItems(schema.get("items") instanceof Map<?, ?> items ? items : Map.of());
      default -> null;
    };
  }

  private static Shape ofItems(Map<?, ?> items) {
    return String.valueOf(items.get("type")).equals("object")
        ? Shape.rows(members(items))
        : Shape.items(type(items.get("type")));
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
            ValueType type = type(inner.get("type"));
            members.put(prefix + name, new Shape.Member(type, required.contains(name)));
          }
        });
  }
}
