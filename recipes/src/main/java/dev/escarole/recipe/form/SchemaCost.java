package dev.escarole.recipe.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.escarole.recipe.form.JsonSchema.JsonNodes;
import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormException;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Upper bound of the visits for checking a value: each keyword of each subschema at each value,
 * along every path. Costs of a subschema at a value are memoised, because there may be 2⁴⁰ paths.
 * Confined to one check.
 */
final class SchemaCost {
  private static final int CHARACTERS_A_VISIT = 64;
  private static final int DEEPEST = 500;

  private final SchemaTree tree;
  private final long most;
  private final IdentityHashMap<JsonNode, IdentityHashMap<JsonNode, Long>> known =
      new IdentityHashMap<>();
  private final IdentityHashMap<JsonNode, Long> own = new IdentityHashMap<>();
  private long counted;

  private SchemaCost(SchemaTree tree, long most) {
    this.tree = tree;
    this.most = most;
  }

  /**
   * The number of visits.
   *
   * @throws FormException if there are more than {@code most}
   */
  static long of(SchemaTree tree, JsonNode value, long most) {
    return new SchemaCost(tree, most).visits(tree.root(), value, 0);
  }

  private long visits(JsonNode schema, JsonNode value, int depth) {
    if (!schema.isObject()) {
      return 1;
    }
    if (depth > DEEPEST) {
      throw tooMuch();
    }
    IdentityHashMap<JsonNode, Long> atValues =
        known.computeIfAbsent(schema, s -> new IdentityHashMap<>());
    Long before = atValues.get(value);
    if (before != null) {
      return before;
    }
    // Each counted pair is visited at least once, so this is a lower bound.
    long self = keywords(schema, value);
    counted = checked(counted + self);
    long sum = self;
    for (JsonNode each : tree.inPlace(schema)) {
      sum = checked(sum + visits(each, value, depth + 1));
    }
    sum = checked(sum + parts(schema, value, depth));
    atValues.put(value, sum);
    return sum;
  }

  private long parts(JsonNode schema, JsonNode value, int depth) {
    if (value.isArray()) {
      return items(schema, value, depth);
    }
    return value.isObject() ? members(schema, value, depth) : 0;
  }

  private long items(JsonNode schema, JsonNode value, int depth) {
    long sum = 0;
    JsonNode first = schema.path("prefixItems");
    for (int i = 0; i < Math.min(first.size(), value.size()); i++) {
      sum = checked(sum + visits(first.get(i), value.get(i), depth + 1));
    }
    for (String keyword : new String[] {"items", "contains", "unevaluatedItems"}) {
      sum = checked(sum + each(schema.get(keyword), value, depth));
    }
    return sum;
  }

  private long members(JsonNode schema, JsonNode value, int depth) {
    long sum = 0;
    for (Map.Entry<String, JsonNode> declared : schema.path("properties").properties()) {
      JsonNode member = value.get(declared.getKey());
      if (member != null) {
        sum = checked(sum + visits(declared.getValue(), member, depth + 1));
      }
    }
    for (Map.Entry<String, JsonNode> pattern : schema.path("patternProperties").properties()) {
      long states = RegexSize.of(pattern.getKey());
      for (String name : names(value)) {
        sum = checked(sum + matching(states, name));
      }
      sum = checked(sum + each(pattern.getValue(), value, depth));
    }
    for (String keyword : new String[] {"additionalProperties", "unevaluatedProperties"}) {
      sum = checked(sum + each(schema.get(keyword), value, depth));
    }
    JsonNode ofNames = schema.get("propertyNames");
    if (ofNames != null) {
      for (String name : names(value)) {
        sum = checked(sum + visits(ofNames, new TextNode(name), depth + 1));
      }
    }
    return sum;
  }

  private static Iterable<String> names(JsonNode value) {
    return value::fieldNames;
  }

  private long each(@Nullable JsonNode schema, JsonNode parts, int depth) {
    long sum = 0;
    if (schema != null) {
      for (JsonNode part : parts) {
        sum = checked(sum + visits(schema, part, depth + 1));
      }
    }
    return sum;
  }

  /** The cost of a subschema's own keywords at one value. */
  private long keywords(JsonNode schema, JsonNode value) {
    long sum = own.computeIfAbsent(schema, SchemaCost::written);
    if (value.isTextual()) {
      sum += value.textValue().length() / CHARACTERS_A_VISIT;
      JsonNode pattern = schema.get("pattern");
      sum += pattern == null ? 0 : matching(RegexSize.of(pattern.asText()), value.textValue());
    }
    boolean compares = schema.has("enum") || schema.has("const") || schema.has("uniqueItems");
    return checked(sum + (compares ? JsonNodes.size(value) : 0));
  }

  /** Errors quote the allowed values, so a long list costs as much as its text. */
  private static long written(JsonNode schema) {
    long sum = 1;
    for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
      sum += 1 + keyword.getValue().size();
      if (keyword.getKey().equals("enum") || keyword.getKey().equals("const")) {
        sum += JsonNodes.size(keyword.getValue());
        sum += keyword.getValue().toString().length() / CHARACTERS_A_VISIT;
      }
    }
    return sum;
  }

  private static long matching(long states, String text) {
    return 1 + text.length() * Math.min(states, RegexSize.MOST_STATES) / CHARACTERS_A_VISIT;
  }

  private long checked(long visits) {
    if (visits > most || visits < 0) {
      throw tooMuch();
    }
    return visits;
  }

  private FormException tooMuch() {
    return new FormException(
        FormCodes.LIMIT,
        "checking the value against a JSON Schema takes more than %,d visits (limit schema-visits)"
            .formatted(most),
        "Use fewer references between subschemas, or less data.",
        "");
  }
}
