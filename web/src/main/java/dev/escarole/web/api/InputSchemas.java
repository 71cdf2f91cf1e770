package dev.escarole.web.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.web.app.VerbInput;
import java.util.List;

/** JSON Schemas of what requests may hold. */
final class InputSchemas {

  private InputSchemas() {}

  /** Of the values of one input. */
  static ObjectNode of(VerbInput input) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    switch (input.kind()) {
      case TEXT -> words(input, schema.put("type", "string"));
      case BASE64 -> schema.put("type", "string").put("contentEncoding", "base64");
      case TIME -> schema.put("type", "string").put("format", "date-time");
      case INTEGER -> range(input, schema.put("type", "integer"));
      case FLAG -> schema.put("type", "boolean");
      case OBJECT -> schema.put("type", "object");
      case TEXTS ->
          words(input, schema.put("type", "array").putObject("items").put("type", "string"));
    }
    return schema;
  }

  private static void words(VerbInput input, ObjectNode schema) {
    if (!input.words().isEmpty()) {
      input.words().forEach(schema.putArray("enum")::add);
    }
  }

  private static void range(VerbInput input, ObjectNode schema) {
    VerbInput.Range range = input.range();
    if (range != null) {
      schema.put("minimum", range.least()).put("maximum", range.most());
      if (range.usual() != null) {
        schema.put("default", range.usual());
      }
    }
  }

  /** Of a JSON object with these fields and no others. */
  static ObjectNode object(List<VerbInput> fields) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("type", "object").put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    for (VerbInput field : fields) {
      properties.set(field.name(), of(field).put("description", field.description()));
    }
    List<String> needed = fields.stream().filter(VerbInput::needed).map(VerbInput::name).toList();
    if (!needed.isEmpty()) {
      needed.forEach(schema.putArray("required")::add);
    }
    return schema;
  }
}
