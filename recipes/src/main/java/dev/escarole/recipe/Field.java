package dev.escarole.recipe;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The fields of the language: the one table that the parser and the JSON Schema follow. */
enum Field {
  SCHEMA("$schema", Home.RECIPE, Shape.TEXT),
  NAME("name", Home.RECIPE, Shape.TEXT),
  DESCRIPTION("description", Home.RECIPE, Shape.TEXT),
  COMPUTE("compute", Home.RECIPE, Shape.OBJECT),
  LABEL("label", Home.NODE, Shape.TEXT),
  PARALLEL("parallel", Home.NODE, Shape.BOOLEAN),
  CONCURRENCY("concurrency", Home.PARALLEL_NODE, Shape.NUMBER),
  MIN_SUCCESSFUL("min_successful", Home.PARALLEL_NODE, Shape.NUMBER),
  WHEN("when", Home.NODE, Shape.CONDITION),
  REPEAT("repeat", Home.NODE, Shape.NUMBER),
  ARGS("args", Home.NODE, Shape.LIST),
  DEFAULTS("defaults", Home.NODE, Shape.OBJECT),
  DELAY("delay", Home.NODE, Shape.NUMBER),
  TIMEOUT("timeout", Home.NODE, Shape.NUMBER),
  RETRY("retry", Home.NODE, Shape.NUMBER),
  RETRY_DELAY("retry_delay", Home.NODE, Shape.NUMBER),
  RETRY_BACKOFF("retry_backoff", Home.NODE, Shape.NUMBER),
  RETRY_MAX_DELAY("retry_max_delay", Home.NODE, Shape.NUMBER),
  CACHE("cache", Home.NODE, Shape.BOOLEAN),
  FAILURE("failure", Home.NODE, Shape.TEXT),
  SUCCESS_CODES("success_codes", Home.NODE, Shape.CODES),
  RECOVER("recover", Home.NODE, Shape.TEMPLATE),
  OUTPUT("output", Home.NODE, Shape.TEXT),
  WITH("with", Home.HANDLE_NODE, Shape.OBJECT),
  TEMPLATE("template", Home.NODE, Shape.TEMPLATE);

  /** On which objects a field may stand. */
  enum Home {
    RECIPE,
    NODE,
    PARALLEL_NODE,
    HANDLE_NODE
  }

  /** Which JSON types a field accepts. */
  enum Shape {
    TEXT("a string"),
    BOOLEAN("a boolean"),
    CONDITION("a boolean or a string"),
    NUMBER("a whole number or a string"),
    LIST("an array of strings"),
    CODES("an array of exit codes"),
    OBJECT("an object"),
    TEMPLATE("a string, an array or an object");

    private final String expectation;

    Shape(String expectation) {
      this.expectation = expectation;
    }

    String expectation() {
      return expectation;
    }

    boolean accepts(SourceValue value) {
      boolean array = value instanceof SourceArray;
      boolean object = value instanceof SourceObject;
      boolean text = value instanceof SourceScalar s && s.plain() instanceof String;
      boolean bool = value instanceof SourceScalar s && s.plain() instanceof Boolean;
      boolean number = value instanceof SourceScalar s && s.plain() instanceof Number;
      return switch (this) {
        case TEXT -> text;
        case BOOLEAN -> bool;
        case CONDITION -> bool || text;
        case NUMBER -> number || text;
        case LIST, CODES -> array;
        case OBJECT -> object;
        case TEMPLATE -> text || array || object;
      };
    }
  }

  private final String key;
  private final Home home;
  private final Shape shape;

  Field(String key, Home home, Shape shape) {
    this.key = key;
    this.home = home;
    this.shape = shape;
  }

  /** The key as recipes write it. */
  String key() {
    return key;
  }

  Home home() {
    return home;
  }

  Shape shape() {
    return shape;
  }

  static Optional<Field> ofKey(String key) {
    return Arrays.stream(values()).filter(field -> field.key.equals(key)).findFirst();
  }

  static List<String> keys() {
    return Arrays.stream(values()).map(Field::key).toList();
  }
}
