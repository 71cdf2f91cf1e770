package dev.escarole.recipe.template;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The part after a name: {@code :type}, {@code =default}, both or nothing. */
record TypeAndDefault(@Nullable ArgumentType type, @Nullable String defaultText) {

  private static final Pattern WORD = Pattern.compile("([A-Za-z_][A-Za-z0-9_-]*)(?:(\\()|=|$)");

  /** Parses {@code text} from {@code from} to its end; null if it is something else. */
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

  /** Whether a type starts at {@code from}: a word, alone or before a default. */
  static boolean startsWithType(String text, int from) {
    Matcher word = WORD.matcher(text).region(from, text.length());
    return word.lookingAt() && (word.group(2) == null || isNearEnum(word.group(1)));
  }

  private static boolean isNearEnum(String word) {
    return NearestName.of(word, List.of("enum")) != null;
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
