package dev.escarole.recipe.template;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code {flag?yes:no}} or {@code {!flag?yes:no}}: one of two texts. */
final class ChoicePlaceholder extends Placeholder {
  private final Placeholder operand;
  private final boolean negated;
  private final String yes;
  private final String no;

  ChoicePlaceholder(String content, Placeholder operand, boolean negated, String branches) {
    super(content);
    int colon = branches.indexOf(':');
    if (colon < 0) {
      throw new TemplateException(
          Codes.BAD_PLACEHOLDER,
          source() + " has no text for the other case",
          "Write {flag?yes:no}; either text may be empty.");
    }
    this.operand = operand;
    this.negated = negated;
    this.yes = branches.substring(0, colon);
    this.no = branches.substring(colon + 1);
  }

  @Override
  public List<Mention> mentions() {
    return Mentions.asTruth(operand.mentions());
  }

  @Override
  @Nullable Object find(Scope scope, @Nullable Trail trail) {
    return PlainValue.isTrue(operand.find(scope, trail)) != negated ? yes : no;
  }

  @Override
  TemplateException unresolved(Scope scope) {
    return operand.unresolved(scope);
  }
}
