package dev.escarole.recipe.template;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code {name}}, {@code {name=default}}, {@code {name:type}} or {@code {name:type=default}}. */
final class ValuePlaceholder extends Placeholder {
  private final String name;
  private final @Nullable ArgumentType type;
  private final @Nullable String defaultText;

  ValuePlaceholder(String content, String name, TypeAndDefault rest) {
    super(content);
    this.name = name;
    this.type = rest.type();
    this.defaultText = rest.defaultText();
    if (type != null && defaultText != null) {
      type.normalise(name, defaultText);
    }
  }

  @Override
  public List<Mention> mentions() {
    return List.of(new Mention(name, type, defaultText, Mention.Need.VALUE));
  }

  @Override
  @Nullable Object find(Scope scope, @Nullable Trail trail) {
    Object value = scope.value(name, trail);
    if (value == null) {
      value = defaultText;
    }
    return value == null ? null : scope.typed(name, type, value);
  }

  @Override
  boolean bindsTo(Home home) {
    return defaultText == null && isKnownIn(home.enclosing());
  }

  @Override
  boolean isKnownIn(Scope scope) {
    return scope.has(name);
  }

  @Override
  TemplateException unresolved(Scope scope) {
    return scope.noValueFor(name);
  }
}
