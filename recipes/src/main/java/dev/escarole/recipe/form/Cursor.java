package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormException;
import org.jspecify.annotations.Nullable;

/** A position in the text of an expression. Confined to one parse. */
final class Cursor {
  /** Parsing recurses with parentheses, filters and functions. */
  private static final int DEEPEST = 64;

  private final String text;
  private final int prefix;
  private int at;
  private int depth;

  /**
   * Starts at the beginning of {@code text}, whose first {@code prefix} characters were added by
   * the parser.
   */
  Cursor(String text, int prefix) {
    this.text = text;
    this.prefix = prefix;
  }

  int position() {
    return at;
  }

  void back(int position) {
    at = position;
  }

  boolean atEnd() {
    return at >= text.length();
  }

  /** The next character; NUL at the end. */
  char peek() {
    return atEnd() ? '\0' : text.charAt(at);
  }

  int peekCodePoint() {
    return text.codePointAt(at);
  }

  boolean looksAt(String expected) {
    return text.startsWith(expected, at);
  }

  void advance(int characters) {
    at += characters;
  }

  char next() {
    if (atEnd()) {
      throw wrong("ends too early");
    }
    return text.charAt(at++);
  }

  /** Skips {@code expected} if it is next. */
  boolean skip(String expected) {
    boolean there = looksAt(expected);
    at += there ? expected.length() : 0;
    return there;
  }

  void expect(String expected) {
    if (!skip(expected)) {
      throw wrong("needs '" + expected + "'");
    }
  }

  void blanks() {
    while (!atEnd() && " \t\r\n".indexOf(peek()) >= 0) {
      at++;
    }
  }

  String since(int start) {
    return text.substring(start, at);
  }

  void enter() {
    depth++;
    if (depth > DEEPEST) {
      throw wrong("is nested more than " + DEEPEST + " levels deep");
    }
  }

  void leave() {
    depth--;
  }

  FormException wrong(String why) {
    return wrong(why, null);
  }

  /** Creates an error at this position. */
  FormException wrong(String why, @Nullable String hint) {
    String written = text.substring(prefix);
    return new FormException(
        FormCodes.SYNTAX,
        "'" + written + "' " + why + " at character " + Math.max(1, at - prefix + 1),
        hint,
        "");
  }
}
