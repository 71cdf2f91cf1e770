package dev.escarole.recipe.template;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One placeholder, parsed once. */
public abstract sealed class Placeholder
    permits ValuePlaceholder,
        ItemPlaceholder,
        LengthPlaceholder,
        FallbackPlaceholder,
        ChoicePlaceholder,
        RepeatPlaceholder {
  private final String content;

  Placeholder(String content) {
    this.content = content;
  }

  /** The placeholder as it was written, braces included. */
  public final String source() {
    return '{' + content + '}';
  }

  /** The names that it takes values from. */
  public abstract List<Mention> mentions();

  /** The value, or null when there is none. */
  abstract @Nullable Object find(Scope scope, @Nullable Trail trail);

  /**
   * Whether a default that is exactly this placeholder means the value in the scope around its
   * node.
   */
  boolean bindsTo(Home home) {
    return false;
  }

  /** Whether the scope has what this placeholder asks for. */
  boolean isKnownIn(Scope scope) {
    return false;
  }

  /** What to say when there is no value. */
  abstract TemplateException unresolved(Scope scope);

  /** The value; throws when there is none. */
  final Object require(Scope scope, @Nullable Trail trail) {
    Object value = find(scope, trail);
    if (value == null) {
      throw unresolved(scope);
    }
    return value;
  }

  @Override
  public final String toString() {
    return source();
  }
}
