package dev.escarole.recipe.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.recipe.form.value.FormValue;

/** Converts values to the nodes of the schema library. */
final class JsonNodes {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private JsonNodes() {}

  static JsonNode of(FormValue value) {
    if (value instanceof FormValue.Obj object) {
      ObjectNode node = NODES.objectNode();
      object.members().forEach((name, member) -> node.set(name, of(member.value())));
      return node;
    }
    if (value instanceof FormValue.Array array) {
      ArrayNode node = NODES.arrayNode();
      array.items().forEach(item -> node.add(of(item)));
      return node;
    }
    if (value instanceof FormValue.Text text) {
      return NODES.textNode(text.value());
    }
    if (value instanceof FormValue.Num number) {
      return number.value().scale() == 0
          ? NODES.numberNode(number.value().toBigInteger())
          : NODES.numberNode(number.value());
    }
    if (value instanceof FormValue.Bool bool) {
      return NODES.booleanNode(bool.value());
    }
    return value instanceof FormValue.Binary binary
        ? NODES.binaryNode(binary.bytes())
        : NODES.nullNode();
  }

  /** Number of values in a node, including itself. */
  static int size(JsonNode node) {
    int size = 1;
    for (JsonNode child : node) {
      size += size(child);
    }
    return size;
  }
}
