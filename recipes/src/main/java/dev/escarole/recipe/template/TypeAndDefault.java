package dev.escarole.recipe.template;

import org.jspecify.annotations.Nullable;

/** What may follow a name: {@code :type}, {@code =default}, both, or nothing. */
record TypeAndDefault(@Nullable ArgumentType type, @Nullable String defaultText) {

  /** Reads {@code text} from {@code from} to its end; null when something else stands there. */
  static @Nullable TypeAndDefault parse(String text, int from) {
    if (from == text.length()) {
      return new TypeAndDefault(null, null);
    }
    char next = text.charAt(from);
    if (next == '=') {
      return new TypeAndDefault(null, text.substring(from + 1));
    }
    return next == ':' ? typed(text, from + 1) : null;
  }

  private static TypeAndDefault typed(String text, int from) {
    int end = typeEnd(text, from);
    ArgumentType type = ArgumentType.parse(text.substring(from, end));
    return new TypeAndDefault(type, end == text.length() ? null : text.substring(end + 1));
  }

  private static int typeEnd(String text, int from) {
    int equals = text.indexOf('=', from);
    int open = text.indexOf('(', from);
    if (open >= 0 && (equals < 0 || open < equals)) {
      int close = text.indexOf(')', open);
      equals = close < 0 ? -1 : text.indexOf('=', close);
    }
    return equals < 0 ? text.length() : equals;
  }
}
