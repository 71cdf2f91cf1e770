package dev.escarole.recipe;

import dev.escarole.recipe.template.JsonType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An array. */
record SourceArray(Mark mark, List<SourceValue> items, int size) implements SourceValue {
  SourceArray {
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
