package dev.escarole.recipe.template;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** A default, parsed once. Unlike values given at run time, a default may hold placeholders. */
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

  private static DefaultValue parse(@Nullable Object value) {
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

  private boolean isConstant() {
    return text == null && !(value instanceof Items) && !(value instanceof Members);
  }

  /**
   * The value of this default where {@code using} asks for it. A default that is exactly one name
   * known in the scope around the node that wrote it, means the value there.
   */
  @Nullable Object valueIn(Scope using, Home home, Trail trail) {
    if (exact != null) {
      Scope at = exact.bindsTo(home) ? home.enclosing() : home.seenFrom(using);
      return exact.require(at, trail);
    }
    if (text != null) {
      return text.textIn(home.seenFrom(using), trail);
    }
    if (value instanceof Items items) {
      return new LazyList(items.items(), using, home, trail);
    }
    return value instanceof Members members ? members.valueIn(using, home, trail) : value;
  }

  private record Items(List<DefaultValue> items) {}

  private record Members(Map<String, DefaultValue> members) {
    Map<String, @Nullable Object> valueIn(Scope using, Home home, Trail trail) {
      using.meter().work(members.size());
      Map<String, @Nullable Object> values = new LinkedHashMap<>();
      members.forEach((key, each) -> values.put(key, each.valueIn(using, home, trail)));
      return values;
    }
  }

  /**
   * Resolves an item when it is asked for: a fan-out takes one item per copy, never all of them.
   */
  private static final class LazyList extends AbstractList<@Nullable Object>
      implements RandomAccess {
    private final List<DefaultValue> items;
    private final Scope using;
    private final Home home;
    private final Trail trail;

    LazyList(List<DefaultValue> items, Scope using, Home home, Trail trail) {
      this.items = items;
      this.using = using;
      this.home = home;
      this.trail = trail;
    }

    @Override
    public @Nullable Object get(int index) {
      return items.get(index).valueIn(using, home, trail);
    }

    @Override
    public int size() {
      return items.size();
    }
  }
}
