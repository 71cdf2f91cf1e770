package dev.escarole.recipe.form;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The subschemas of a JSON Schema and their references. Detects external and cyclic references
 * before a validator follows them. Immutable once read.
 */
final class SchemaTree {
  private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";
  private static final String ID = "$id";
  private static final long MOST_STATES = 100_000;
  private static final int DEEPEST = 200;

  private static final Set<String> ONE_IN_PLACE = Set.of("not", "if", "then", "else");
  private static final Set<String> ONE_OF_PARTS =
      Set.of(
          "additionalProperties",
          "propertyNames",
          "items",
          "contains",
          "unevaluatedItems",
          "unevaluatedProperties",
          "contentSchema");
  private static final Set<String> SEVERAL_IN_PLACE = Set.of("allOf", "anyOf", "oneOf");
  private static final Set<String> NAMED_OF_PARTS =
      Set.of("properties", "patternProperties", "$defs", "definitions");
  private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef");
  private static final Set<String> ANCHORS = Set.of("$anchor", "$dynamicAnchor");

  private final ObjectNode root;
  private final Map<String, JsonNode> anchors = new HashMap<>();
  private final Set<JsonNode> closed = nodes();
  private long states;

  private SchemaTree(ObjectNode root) {
    this.root = root;
  }

  /**
   * Reads a schema; null if it is only true or false. Removes the schema's {@code $id}.
   *
   * @throws FormException for external or cyclic references, and for patterns that are too large
   */
  static @Nullable SchemaTree of(JsonNode schema) {
    if (!(schema instanceof ObjectNode object)) {
      return null;
    }
    object.remove(ID);
    SchemaTree tree = new SchemaTree(object);
    tree.findAnchors(object);
    tree.walk();
    return tree;
  }

  ObjectNode root() {
    return root;
  }

  /** The subschemas applied to the same value. */
  List<JsonNode> inPlace(JsonNode schema) {
    List<JsonNode> found = new ArrayList<>();
    schema
        .properties()
        .forEach(
            member -> {
              String key = member.getKey();
              JsonNode value = member.getValue();
              if (ONE_IN_PLACE.contains(key)) {
                found.add(value);
              } else if (SEVERAL_IN_PLACE.contains(key) || key.equals("dependentSchemas")) {
                value.forEach(found::add);
              } else if (REFERENCES.contains(key)) {
                found.add(target(value));
              }
            });
    return found;
  }

  private JsonNode target(JsonNode reference) {
    String text = reference.asText();
    if (!reference.isTextual() || !text.startsWith("#")) {
      throw refused("the reference '" + cut(text) + "' is external");
    }
    JsonNode target = fragment(text.substring(1));
    if (target == null || target.isMissingNode()) {
      throw refused("the reference '" + cut(text) + "' has no target");
    }
    return target;
  }

  private @Nullable JsonNode fragment(String fragment) {
    if (!fragment.isEmpty() && !fragment.startsWith("/")) {
      return anchors.get(fragment);
    }
    try {
      String decoded = URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
      return root.at(JsonPointer.compile(decoded));
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }

  /** All subschemas inside this one. */
  private static List<JsonNode> inside(JsonNode schema) {
    List<JsonNode> found = new ArrayList<>();
    schema
        .properties()
        .forEach(
            member -> {
              String key = member.getKey();
              JsonNode value = member.getValue();
              if (ONE_IN_PLACE.contains(key) || ONE_OF_PARTS.contains(key)) {
                found.add(value);
              } else if (SEVERAL_IN_PLACE.contains(key)
                  || NAMED_OF_PARTS.contains(key)
                  || key.equals("dependentSchemas")
                  || key.equals("prefixItems")) {
                value.forEach(found::add);
              }
            });
    return found;
  }

  /** Recursion is limited by the depth of the document. */
  private void findAnchors(JsonNode schema) {
    for (String keyword : ANCHORS) {
      JsonNode name = schema.get(keyword);
      JsonNode before = name == null ? null : anchors.putIfAbsent(name.asText(), schema);
      if (before != null && !same(before, schema)) {
        throw refused("the anchor '" + cut(name.asText()) + "' is defined twice");
      }
    }
    inside(schema).forEach(this::findAnchors);
  }

  /** Visits every reachable subschema once. */
  private void walk() {
    Set<JsonNode> seen = nodes();
    Deque<JsonNode> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      JsonNode schema = open.pop();
      if (seen.add(schema)) {
        checkKeywords(schema);
        checkCircle(schema, nodes());
        inside(schema).forEach(open::push);
        inPlace(schema).forEach(open::push);
      }
    }
  }

  private void checkKeywords(JsonNode schema) {
    if (!same(schema, root) && schema.has(ID)) {
      throw refused("a subschema has an $id");
    }
    JsonNode dialect = schema.get("$schema");
    if (dialect != null && !dialect.asText().replaceAll("#$", "").equals(DIALECT)) {
      throw refused("it has another dialect: '" + cut(dialect.asText()) + "'");
    }
    checkPattern(schema.get("pattern"));
    JsonNode patterns = schema.get("patternProperties");
    if (patterns != null) {
      patterns.fieldNames().forEachRemaining(this::checkPattern);
    }
  }

  private void checkPattern(@Nullable JsonNode pattern) {
    if (pattern != null) {
      checkPattern(pattern.asText());
    }
  }

  private void checkPattern(String pattern) {
    long size = RegexSize.of(pattern);
    states += Math.min(size, MOST_STATES + 1);
    if (size > RegexSize.MOST_STATES || states > MOST_STATES) {
      throw new FormException(
          FormCodes.LIMIT,
          "the patterns of a JSON Schema are too large (limit schema-patterns: "
              + "%,d states in one, %,d in all)".formatted(RegexSize.MOST_STATES, MOST_STATES),
          "Use fewer repeats in them.",
          "");
    }
  }

  /** A schema that refers to itself at the same value would never end. */
  private void checkCircle(JsonNode schema, Set<JsonNode> path) {
    if (closed.contains(schema)) {
      return;
    }
    if (!path.add(schema)) {
      throw refused("it refers to itself in a cycle");
    }
    if (path.size() > DEEPEST) {
      throw new FormException(
          FormCodes.LIMIT,
          "a JSON Schema follows more than " + DEEPEST + " references (limit schema-depth)",
          "Shorten the chain of references.",
          "");
    }
    inPlace(schema).forEach(each -> checkCircle(each, path));
    path.remove(schema);
    closed.add(schema);
  }

  /** A set of nodes, compared by identity. */
  private static Set<JsonNode> nodes() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  @SuppressWarnings("ReferenceEquality")
  private static boolean same(JsonNode one, JsonNode other) {
    return one == other;
  }

  private static String cut(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }

  private static FormException refused(String why) {
    return JsonSchema.bad(why);
  }
}
