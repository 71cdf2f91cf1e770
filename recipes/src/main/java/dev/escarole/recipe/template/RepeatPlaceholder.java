package dev.escarole.recipe.template;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value that a repeated node generates: {@code {index}}, {@code {_next}}, {@code {index+1}},
 * {@code {__(prev+1)}}. Where no node repeats, a form that is also a valid name means the value of
 * that name.
 */
final class RepeatPlaceholder extends Placeholder {
  private final RepeatExpression expression;
  private final int width;
  private final @Nullable ValuePlaceholder otherwise;

  RepeatPlaceholder(
      String content,
      RepeatExpression expression,
      int width,
      @Nullable ValuePlaceholder otherwise) {
    super(content);
    this.expression = expression;
    this.width = width;
    this.otherwise = otherwise;
  }

  @Override
  public List<Mention> mentions() {
    return List.of();
  }

  @Override
  @Nullable Object find(Scope scope, @Nullable Trail trail) {
    if (scope.repeats() || expression.isConstant()) {
      long value = expression.evaluate(scope.index(), scope.count());
      return width == 0 ? (Object) value : padded(value);
    }
    return otherwise == null ? null : otherwise.find(scope, trail);
  }

  private String padded(long value) {
    String digits = Long.toString(Math.abs(value));
    String sign = value < 0 ? "-" : "";
    return sign + "0".repeat(Math.max(0, width - digits.length() - sign.length())) + digits;
  }

  @Override
  boolean bindsTo(Home home) {
    return otherwise != null && isKnownIn(home.enclosing());
  }

  @Override
  boolean isKnownIn(Scope scope) {
    return scope.repeats()
        || expression.isConstant()
        || (otherwise != null && otherwise.isKnownIn(scope));
  }

  @Override
  TemplateException unresolved(Scope scope) {
    return new TemplateException(
        Codes.UNRESOLVED_PLACEHOLDER,
        source() + " has no value here, because no node around it repeats",
        "Write \"repeat\" on this node or on one around it.");
  }
}
