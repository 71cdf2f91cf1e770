package dev.escarole.recipe.template;

import java.util.List;

/** Names of values: a letter or underscore, then letters, digits, underscores and dashes. */
public final class Names {

  /** The names that a repeated node sets, without padding underscores. */
  public static final List<String> RESERVED = List.of("index", "prev", "next", "repeat");

  private Names() {}

  /** Whether {@code text} is a valid name. */
  public static boolean isName(String text) {
    return !text.isEmpty() && end(text, 0) == text.length();
  }

  /** Whether a repeated node sets {@code name}, including padded forms. */
  public static boolean isReserved(String name) {
    return RESERVED.contains(name.substring(underscores(name)));
  }

  static int underscores(String text) {
    int count = 0;
    while (count < text.length() && text.charAt(count) == '_') {
      count++;
    }
    return count;
  }

  /** The end of the name that starts at {@code from}; {@code from} if no name starts there. */
  static int end(String text, int from) {
    int at = from;
    while (at < text.length() && (at == from ? starts(text.charAt(at)) : goesOn(text.charAt(at)))) {
      at++;
    }
    return at;
  }

  private static boolean starts(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean goesOn(char c) {
    return starts(c) || (c >= '0' && c <= '9') || c == '-';
  }
}
