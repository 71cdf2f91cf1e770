package dev.escarole.web.agent.acli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Structure of an array argument: items of one type, or the members of an object as {@code
 * NAME=VALUE} pairs. A dot in a name addresses a nested object. Immutable.
 *
 * @param kind what the value is
 * @param item type of the items of {@link Kind#ITEMS}
 * @param members known members by dotted name; others are texts
 */
public record Shape(Kind kind, ValueType item, Map<String, Member> members) {

  private static final int MOST_NAMES = 6;
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_LONG_FOR_INTS)
          .build();

  /** Kinds of values. */
  public enum Kind {
    /** A list of items. */
    ITEMS,
    /** An object. */
    OBJECT,
    /** A list of objects, one for each time the argument is given. */
    ROWS
  }

  /** A member of an object. */
  public record Member(ValueType type, boolean required) {}

  /** Thrown when a text is invalid; the message follows the argument's name. */
  static final class ShapeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ShapeException(String rule) {
      super(rule, null, false, false);
    }
  }

  public Shape {
    members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
  }

  /** Items of a type. */
  public static Shape items(ValueType type) {
    return new Shape(Kind.ITEMS, type, Map.of());
  }

  /** An object. */
  public static Shape object(Map<String, Member> members) {
    return new Shape(Kind.OBJECT, ValueType.STRING, members);
  }

  /** Objects. */
  public static Shape rows(Map<String, Member> members) {
    return new Shape(Kind.ROWS, ValueType.STRING, members);
  }

  Object read(String text) {
    if (kind != Kind.ITEMS && text.startsWith("{")) {
      return json(text);
    }
    List<String> parts = CommaText.parts(text);
    if (parts == null) {
      throw new ShapeException(mustBe(text) + ". Write a double quote twice inside a quoted part");
    }
    return kind == Kind.ITEMS
        ? parts.stream().map(part -> value("each item", item, part)).toList()
        : object(parts);
  }

  /** Such a text is only possible where braces are allowed. */
  private static Map<?, ?> json(String text) {
    try {
      return JSON.readValue(text, LinkedHashMap.class);
    } catch (JsonProcessingException e) {
      throw new ShapeException(
          " must be one JSON object, each name once: " + e.getOriginalMessage());
    } catch (NumberFormatException e) {
      throw new ShapeException(" has a number with too long an exponent");
    }
  }

  private static Object value(String name, ValueType type, String text) {
    Object value = type.read(text);
    if (value == null) {
      throw new ShapeException(
          ": %s must be %s, not '%s'"
              .formatted(AcliError.shown(name), type.expectation(), AcliError.shown(text)));
    }
    return value;
  }

  private Map<String, Object> object(List<String> pairs) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (String pair : pairs) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new ShapeException(mustBe(pair));
      }
      String name = pair.substring(0, equals);
      Member member = members.get(name);
      ValueType type = member == null ? ValueType.STRING : member.type();
      put(object, name, value(name, type, pair.substring(equals + 1)));
    }
    return object;
  }

  private static void put(Map<String, Object> object, String name, Object value) {
    Map<String, Object> inner = object;
    String[] words = name.split("\\.", -1);
    for (int i = 0; i < words.length - 1; i++) {
      Object next = inner.computeIfAbsent(words[i], word -> new LinkedHashMap<String, Object>());
      if (!(next instanceof Map<?, ?>)) {
        throw twice(name);
      }
      @SuppressWarnings("unchecked")
      Map<String, Object> members = (Map<String, Object>) next;
      inner = members;
    }
    if (inner.putIfAbsent(words[words.length - 1], value) != null) {
      throw twice(name);
    }
  }

  private static ShapeException twice(String name) {
    return new ShapeException(": '%s' is given twice".formatted(AcliError.shown(name)));
  }

  static Map<String, Object> joined(Map<?, ?> one, Map<?, ?> other) {
    Map<String, Object> all = new LinkedHashMap<>();
    one.forEach((name, value) -> all.put(name.toString(), value));
    for (Map.Entry<?, ?> each : other.entrySet()) {
      String name = each.getKey().toString();
      Object before = all.get(name);
      if (before instanceof Map<?, ?> inner && each.getValue() instanceof Map<?, ?> more) {
        all.put(name, joined(inner, more));
      } else if (all.putIfAbsent(name, each.getValue()) != null) {
        throw twice(name);
      }
    }
    return all;
  }

  private String mustBe(String text) {
    return " must be %s, not '%s'".formatted(expectation(), AcliError.shown(text));
  }

  String expectation() {
    return switch (kind) {
      case ITEMS ->
          item == ValueType.STRING
              ? ValueType.ARRAY.expectation()
              : "a list, each item %s, separated by commas".formatted(item.expectation());
      case OBJECT -> "NAME=VALUE pairs, separated by commas, such as " + sample();
      case ROWS -> "NAME=VALUE pairs of one row, such as " + sample() + "; again for the next row";
    };
  }

  String sample() {
    if (kind == Kind.ITEMS) {
      return item == ValueType.STRING ? ValueType.ARRAY.sample() : item.sample();
    }
    boolean anyRequired = members.values().stream().anyMatch(Member::required);
    List<String> pairs =
        members.entrySet().stream()
            .filter(each -> !anyRequired || each.getValue().required())
            .limit(anyRequired ? members.size() : 1)
            .map(each -> each.getKey() + "=" + each.getValue().type().sample())
            .toList();
    return pairs.isEmpty() ? "name=value" : CommaText.of(pairs);
  }

  /** Short description of the format. */
  public String manner() {
    if (kind == Kind.ITEMS) {
      return item.word() + "s, separated by commas";
    }
    String names =
        members.entrySet().stream()
            .limit(MOST_NAMES)
            .map(
                each ->
                    each.getKey() + "=" + each.getValue().type().word().toUpperCase(Locale.ROOT))
            .collect(Collectors.joining(","));
    String pairs = names.isEmpty() ? "NAME=VALUE,…" : names;
    return kind == Kind.OBJECT ? pairs : pairs + "; once for each row";
  }

  /** The JSON Schema of the value, without other rules of the argument. */
  Map<String, Object> schema() {
    return switch (kind) {
      case ITEMS -> Json.object("type", "array", "items", Map.of("type", item.jsonType()));
      case OBJECT -> objectSchema();
      case ROWS -> Json.object("type", "array", "items", objectSchema());
    };
  }

  private Map<String, Object> objectSchema() {
    Map<String, Object> properties = new LinkedHashMap<>();
    members.forEach(
        (name, member) -> properties.put(name, Map.of("type", member.type().jsonType())));
    return Json.object("type", "object", "properties", properties);
  }
}
