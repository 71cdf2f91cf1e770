package dev.escarole.recipe.template;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code {items.length}}, which only control numbers may use. */
final class LengthPlaceholder extends Placeholder {
  private final String name;

  LengthPlaceholder(String content, String name) {
    super(content);
    this.name = name;
  }

  @Override
  public List<Mention> mentions() {
    return List.of(new Mention(name, null, null, Mention.Need.ARRAY));
  }

  @Override
  @Nullable Object find(Scope scope, @Nullable Trail trail) {
    List<?> items = scope.array(name, trail);
    return items == null ? null : (Object) (long) items.size();
  }

  @Override
  TemplateException unresolved(Scope scope) {
    return scope.noValueFor(name);
  }
}
