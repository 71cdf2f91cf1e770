package dev.escarole.recipe;

import org.jspecify.annotations.Nullable;

/**
 * An error or warning at one place in a recipe.
 *
 * @param code one of {@link dev.escarole.recipe.template.Codes}
 * @param message what is wrong
 * @param hint how to fix it, if known
 * @param location its position
 */
public record Problem(
    Severity severity, String code, String message, @Nullable String hint, Location location) {

  public @Nullable String file() {
    return location.file();
  }

  /** Starts at 1; 0 if unknown. */
  public int line() {
    return location.line();
  }

  /** In characters; starts at 1; 0 if unknown. */
  public int column() {
    return location.column();
  }

  /** JSON pointer in the document; empty for its root. */
  public String pointer() {
    return location.pointer();
  }

  /**
   * Returns {@code file:line:column: severity[code]: message}, and the hint, if any, on a second
   * line.
   */
  public String render() {
    String first = location + ": " + severity.word() + "[" + code + "]: " + message;
    return hint == null ? first : first + System.lineSeparator() + "  hint: " + hint;
  }

  @Override
  public String toString() {
    return render();
  }
}
