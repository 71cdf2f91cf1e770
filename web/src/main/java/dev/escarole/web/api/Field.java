package dev.escarole.web.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One input of an operation: a part of the path, a query parameter or a field of the body. It both
 * describes the input and says how it is read. Immutable.
 *
 * @param needed whether a request without it is refused
 * @param words the only values, if there are few; empty if there are many
 * @param range of an integer; null for other kinds
 */
record Field(
    String name,
    Kind kind,
    String description,
    boolean needed,
    List<String> words,
    @Nullable Range range) {

  Field {
    words = List.copyOf(words);
  }

  /** What values an input has. */
  enum Kind {
    TEXT,
    /** A text with binary content in Base64. */
    BASE64,
    /** A point in time, such as {@code 2026-11-21T23:15:02Z}. */
    TIME,
    INTEGER,
    FLAG,
    OBJECT,
    /** A list of texts; in a query, the parameter is repeated. */
    TEXTS
  }

  /**
   * Which integers fit.
   *
   * @param usual what holds without the input; null if nothing does
   */
  record Range(long least, long most, @Nullable Long usual) {}

  static Field text(String name, String description) {
    return new Field(name, Kind.TEXT, description, false, List.of(), null);
  }

  static Field of(Kind kind, String name, String description) {
    return new Field(name, kind, description, false, List.of(), null);
  }

  static Field integer(String name, Range range, String description) {
    return new Field(name, Kind.INTEGER, description, false, List.of(), range);
  }

  /** The same with these values alone. */
  Field among(List<String> newWords) {
    return new Field(name, kind, description, needed, newWords, range);
  }

  /** The same, and requests without it are refused. */
  Field required() {
    return new Field(name, kind, description, true, words, range);
  }

  /** The JSON Schema of its values. */
  ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    switch (kind) {
      case TEXT -> words(schema.put("type", "string"));
      case BASE64 -> schema.put("type", "string").put("contentEncoding", "base64");
      case TIME -> schema.put("type", "string").put("format", "date-time");
      case INTEGER -> range(schema.put("type", "integer"));
      case FLAG -> schema.put("type", "boolean");
      case OBJECT -> schema.put("type", "object");
      case TEXTS -> words(schema.put("type", "array").putObject("items").put("type", "string"));
    }
    return schema;
  }

  private void words(ObjectNode schema) {
    if (!words.isEmpty()) {
      words.forEach(schema.putArray("enum")::add);
    }
  }

  private void range(ObjectNode schema) {
    if (range != null) {
      schema.put("minimum", range.least()).put("maximum", range.most());
      if (range.usual() != null) {
        schema.put("default", range.usual());
      }
    }
  }
}
