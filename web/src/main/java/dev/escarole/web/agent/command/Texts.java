package dev.escarole.web.agent.command;

import java.util.LinkedHashMap;
import java.util.Map;

/** Texts in the sizes that replies have room for. */
final class Texts {

  private static final int LONGEST_NAME = 80;

  private Texts() {}

  /** A name as a message repeats it. */
  static String shown(String text) {
    return cut(text.replaceAll("\\p{Cntrl}", "\uFFFD"), LONGEST_NAME);
  }

  /** The beginning of a text. */
  static String cut(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }

  /** The first line of a text that says anything. */
  static String firstLine(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).findFirst().orElse("");
  }

  /**
   * A window into a text.
   *
   * @param from first character
   * @param line what shows the text from its beginning; the reply says how to go on
   */
  static Map<String, Object> window(String text, int from, int size, String line) {
    int start = whole(text, Math.min(from, text.length()));
    int end = whole(text, Math.min(start + size, text.length()));
    Map<String, Object> window = new LinkedHashMap<>();
    window.put("text", text.substring(start, end));
    window.put("characters", text.length());
    if (end < text.length()) {
      window.put("more", line + " --from " + end);
    }
    return window;
  }

  /** The place, or the one before if it is in the middle of a character. */
  static int whole(String text, int at) {
    boolean split = at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at));
    return split ? at - 1 : at;
  }
}
