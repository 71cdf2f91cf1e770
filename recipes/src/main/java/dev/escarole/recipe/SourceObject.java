package dev.escarole.recipe;

import dev.escarole.recipe.template.JsonType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An object, its members in their written order. */
record SourceObject(Mark mark, Map<String, Member> members, int size) implements SourceValue {

  /** A member: where its key stands, and its value. */
  record Member(Mark keyMark, SourceValue value) {}

  SourceObject {
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
