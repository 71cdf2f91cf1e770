package dev.escarole.recipe.template;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code {value??fallback}}: the value when it is there and true, otherwise the fallback text. */
final class FallbackPlaceholder extends Placeholder {
  private final Placeholder operand;
  private final String fallback;

  FallbackPlaceholder(String content, Placeholder operand, String fallback) {
    super(content);
    this.operand = operand;
    this.fallback = fallback;
  }

  @Override
  public List<Mention> mentions() {
    return Mentions.asTruth(operand.mentions());
  }

  @Override
  @Nullable Object find(Scope scope, @Nullable Trail trail) {
    Object value = operand.find(scope, trail);
    return PlainValue.isTrue(value) ? value : fallback;
  }

  @Override
  TemplateException unresolved(Scope scope) {
    return operand.unresolved(scope);
  }
}
