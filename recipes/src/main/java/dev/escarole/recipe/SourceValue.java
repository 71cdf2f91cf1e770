package dev.escarole.recipe;

import dev.escarole.recipe.Place.Mark;
import dev.escarole.recipe.template.JsonType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value in a document, with its position. */
sealed interface SourceValue {

  Mark mark();

  /** The value without positions: String, Boolean, Long, BigDecimal, List, Map or null. */
  @Nullable Object plain();

  /** Number of values in it, including itself; long texts count several times. */
  int size();

  JsonType type();

  /** The type with its article, for messages. */
  default String typeName() {
    return type().words();
  }

  /** The child with this pointer token, or null. */
  default @Nullable SourceValue child(String token) {
    return null;
  }

  /** An object, its members in their written order. */
  record SourceObject(Mark mark, Map<String, Member> members, int size) implements SourceValue {

    /** The position of a key, and its value. */
    record Member(Mark keyMark, SourceValue value) {}

    public SourceObject {
      members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    SourceObject(Mark mark, Map<String, Member> members) {
      this(mark, members, 1 + members.values().stream().mapToInt(m -> m.value().size()).sum());
    }

    @Override
    public Map<String, @Nullable Object> plain() {
      Map<String, @Nullable Object> plain = new LinkedHashMap<>();
      members.forEach((key, member) -> plain.put(key, member.value().plain()));
      return plain;
    }

    @Override
    public JsonType type() {
      return JsonType.OBJECT;
    }

    @Override
    public @Nullable SourceValue child(String token) {
      Member member = members.get(token);
      return member == null ? null : member.value();
    }

    @Nullable SourceValue get(String key) {
      return child(key);
    }
  }

  /** An array. */
  record SourceArray(Mark mark, List<SourceValue> items, int size) implements SourceValue {
    public SourceArray {
      items = List.copyOf(items);
    }

    SourceArray(Mark mark, List<SourceValue> items) {
      this(mark, items, 1 + items.stream().mapToInt(SourceValue::size).sum());
    }

    @Override
    public List<@Nullable Object> plain() {
      List<@Nullable Object> plain = new ArrayList<>(items.size());
      items.forEach(item -> plain.add(item.plain()));
      return plain;
    }

    @Override
    public JsonType type() {
      return JsonType.ARRAY;
    }

    @Override
    public @Nullable SourceValue child(String token) {
      try {
        int index = Integer.parseInt(token);
        return index >= 0 && index < items.size() ? items.get(index) : null;
      } catch (NumberFormatException notAnIndex) {
        return null;
      }
    }
  }

  /**
   * A string, number, boolean or null: {@code plain} is a String, Long, BigDecimal, Boolean or
   * null.
   */
  record SourceScalar(Mark mark, @Nullable Object plain) implements SourceValue {
    /** Number of characters that count as one value. */
    private static final int CHARACTERS = 64;

    @Override
    public int size() {
      return plain instanceof String text ? 1 + text.length() / CHARACTERS : 1;
    }

    @Override
    public JsonType type() {
      if (plain == null) {
        return JsonType.NULL;
      }
      if (plain instanceof String) {
        return JsonType.STRING;
      }
      return plain instanceof Boolean ? JsonType.BOOLEAN : JsonType.NUMBER;
    }
  }
}
