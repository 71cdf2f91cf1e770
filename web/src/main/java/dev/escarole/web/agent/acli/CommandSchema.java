package dev.escarole.web.agent.acli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Describes commands by JSON Schemas (acli, section 6.3). */
final class CommandSchema {

  private CommandSchema() {}

  static Map<String, Object> of(Route route) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (ArgumentDefinition argument : route.command().arguments()) {
      properties.put(argument.key(), property(argument));
      if (argument.rules().required()) {
        required.add(argument.key());
      }
    }
    Map<String, Object> input = new LinkedHashMap<>();
    input.put("type", "object");
    input.put("properties", properties);
    if (!required.isEmpty()) {
      input.put("required", required);
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("command", route.name());
    schema.put("inputSchema", input);
    schema.put("outputSchema", route.command().manual().outputSchema());
    return schema;
  }

  private static Map<String, Object> property(ArgumentDefinition argument) {
    Map<String, Object> one = value(argument);
    Map<String, Object> property = one;
    Shape shape = argument.rules().shape();
    if (shape != null) {
      property = shape.schema();
    } else if (argument.isList()) {
      property = new LinkedHashMap<>();
      property.put("type", "array");
      property.put("items", one);
    }
    if (argument.typedDefault() != null) {
      property.put("default", argument.rules().preset());
    }
    property.put("description", argument.description());
    return property;
  }

  private static Map<String, Object> value(ArgumentDefinition argument) {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("type", argument.type().jsonType());
    if (argument.type() == ValueType.DATETIME) {
      value.put("format", "date-time");
    }
    if (argument.rules().path()) {
      value.put("format", "path");
    }
    if (!argument.rules().choices().isEmpty()) {
      value.put("enum", argument.rules().choices());
    }
    return value;
  }
}
