package dev.escarole.recipe;

import org.jspecify.annotations.Nullable;

/**
 * Something wrong, or doubtful, at one place of a recipe.
 *
 * @param code one of {@link dev.escarole.recipe.template.Codes}
 * @param message what is wrong
 * @param hint what to do about it, where that can be said
 * @param location where
 */
public record Problem(
    Severity severity, String code, String message, @Nullable String hint, Location location) {

  public @Nullable String file() {
    return location.file();
  }

  /** From 1; 0 when unknown. */
  public int line() {
    return location.line();
  }

  /** In characters, from 1; 0 when unknown. */
  public int column() {
    return location.column();
  }

  /** JSON pointer in the document; empty for its root. */
  public String pointer() {
    return location.pointer();
  }

  /**
   * One line {@code file:line:column: severity[code]: message}, and a second one with the hint, if
   * any.
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
