package dev.escarole.web.agent.acli;

import java.util.Collection;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Formats words as a line that splits into the same words. */
public final class LineText {

  private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_./@:,+=%^#?*~-]+");

  private LineText() {}

  /** Returns the line. */
  public static String of(Collection<String> words) {
    return words.stream().map(LineText::word).collect(Collectors.joining(" "));
  }

  private static String word(String word) {
    if (PLAIN.matcher(word).matches()) {
      return word;
    }
    if (word.indexOf('\'') < 0 && word.chars().noneMatch(c -> c < ' ')) {
      return "'" + word + "'";
    }
    return '"'
        + word.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\t", "\\t")
        + '"';
  }
}
