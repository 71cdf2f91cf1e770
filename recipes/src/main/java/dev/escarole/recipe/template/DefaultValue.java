package dev.escarole.recipe.template;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** A parsed default. Unlike launch values, defaults may contain placeholders. */
final class DefaultValue {
  private final @Nullable Object value;
  private final @Nullable Text text;
  private final @Nullable Placeholder exact;

  private DefaultValue(@Nullable Object value, @Nullable Text text) {
    this.value = value;
    this.text = text;
    this.exact = text == null ? null : text.onlyPlaceholder();
  }

  static Map<String, DefaultValue> parseAll(Map<String, Object> defaults) {
    if (defaults.isEmpty()) {
      return Map.of();
    }
    Map<String, DefaultValue> parsed = new LinkedHashMap<>();
    defaults.forEach((name, value) -> parsed.put(name, parse(value)));
    return Collections.unmodifiableMap(parsed);
  }

  static DefaultValue parse(@Nullable Object value) {
    if (value instanceof String string) {
      Text text = Text.parse(string);
      return text.isLiteral()
          ? new DefaultValue(text.literals().get(0), null)
          : new DefaultValue(string, text);
    }
    if (value instanceof List<?> list) {
      return composite(value, list.stream().map(DefaultValue::parse).toList());
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, DefaultValue> members = new LinkedHashMap<>();
      map.forEach((key, each) -> members.put(String.valueOf(key), parse(each)));
      return composite(value, members);
    }
    return new DefaultValue(value, null);
  }

  private static DefaultValue composite(Object original, List<DefaultValue> items) {
    List<@Nullable Object> values = new ArrayList<>();
    items.forEach(item -> values.add(item.value));
    return items.stream().allMatch(DefaultValue::isConstant)
        ? new DefaultValue(values.equals(original) ? original : values, null)
        : new DefaultValue(new Items(items), null);
  }

  private static DefaultValue composite(Object original, Map<String, DefaultValue> members) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    members.forEach((key, each) -> values.put(key, each.value));
    return members.values().stream().allMatch(DefaultValue::isConstant)
        ? new DefaultValue(values.equals(original) ? original : values, null)
        : new DefaultValue(new Members(members), null);
  }

  /** A value in which nothing is a placeholder. */
  static DefaultValue literal(Object value) {
    return new DefaultValue(value, null);
  }

  /** The value of a default in which nothing is a placeholder. */
  Object constant() {
    return Objects.requireNonNull(value);
  }

  boolean isConstant() {
    return text == null && !(value instanceof Items) && !(value instanceof Members);
  }

  /**
   * The value of this default in scope {@code using}. A default that is exactly one name, known in
   * the scope that encloses its node, has the value of that name there.
   */
  @Nullable Object valueIn(Scope using, DefaultOrigin origin, @Nullable Trail trail) {
    if (exact != null) {
      Scope at = exact.bindsTo(origin) ? origin.enclosing() : origin.seenFrom(using);
      return exact.require(at, trail);
    }
    if (text != null) {
      return text.textIn(origin.seenFrom(using), trail);
    }
    if (value instanceof Items items) {
      return new LazyList(items.items(), using, origin, trail);
    }
    return value instanceof Members members ? members.valueIn(using, origin, trail) : value;
  }

  private record Items(List<DefaultValue> items) {}

  private record Members(Map<String, DefaultValue> members) {
    Map<String, @Nullable Object> valueIn(
        Scope using, DefaultOrigin origin, @Nullable Trail trail) {
      using.meter().work(members.size());
      Map<String, @Nullable Object> values = new LinkedHashMap<>();
      members.forEach((key, each) -> values.put(key, each.valueIn(using, origin, trail)));
      return values;
    }
  }

  /** Resolves items on access: each copy of a fan-out uses only one of them. */
  private static final class LazyList extends AbstractList<@Nullable Object>
      implements RandomAccess {
    private final List<DefaultValue> items;
    private final Scope using;
    private final DefaultOrigin origin;
    private final @Nullable Trail trail;

    LazyList(List<DefaultValue> items, Scope using, DefaultOrigin origin, @Nullable Trail trail) {
      this.items = items;
      this.using = using;
      this.origin = origin;
      this.trail = trail;
    }

    @Override
    public @Nullable Object get(int index) {
      return items.get(index).valueIn(using, origin, trail);
    }

    @Override
    public int size() {
      return items.size();
    }
  }

  /**
   * The node on which a default is written.
   *
   * @param enclosing the scope that encloses the node
   * @param repeats whether the node repeats, so that each copy has its own index
   * @param index the index of the copy, if any
   * @param count the number of copies; 0 before they are made
   */
  record DefaultOrigin(Scope enclosing, boolean repeats, int index, int count) {

    DefaultOrigin(Scope enclosing, boolean repeats) {
      this(enclosing, repeats, 0, 0);
    }

    /** Whether the node repeats and its copies have not been made yet. */
    boolean awaitsCopies() {
      return repeats && count == 0;
    }

    DefaultOrigin ofCopy(int copy, int copies) {
      return new DefaultOrigin(enclosing, true, copy, copies);
    }

    /** The using scope, with the repeat index of the copy on which the default is written. */
    Scope seenFrom(Scope using) {
      return count == 0 ? using : using.at(index, count);
    }
  }
}
