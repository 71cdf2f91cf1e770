package dev.escarole.web.cli.text;

import dev.escarole.engine.plan.PlainText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The last gate before a terminal: of what the command line puts together itself, only the colours
 * of {@link Paint} pass as escape sequences, even if a text was not made plain before.
 */
public final class TerminalText {

  private static final Pattern COLOUR = Pattern.compile("\u001b\\[(?:[012]|3[1236])m");

  private TerminalText() {}

  /** A line that was put together from text and colours. */
  static String line(String composed) {
    return gate(composed, false);
  }

  /** Lines that were put together from text and colours. */
  public static String lines(String composed) {
    return gate(composed, true);
  }

  private static String gate(String composed, boolean newlines) {
    if (PlainText.isPrintableAscii(composed)) {
      return composed;
    }
    StringBuilder text = new StringBuilder(composed.length());
    Matcher colour = COLOUR.matcher(composed);
    int before = 0;
    int at = 0;
    while (at < composed.length()) {
      int point = composed.codePointAt(at);
      if (point == '\u001b' && colour.region(at, composed.length()).lookingAt()) {
        text.append(colour.group());
        at = colour.end();
        continue;
      }
      if (point == '\t' || (newlines && point == '\n')) {
        text.appendCodePoint(point);
      } else {
        PlainText.append(text, point, before);
      }
      before = point;
      at += Character.charCount(point);
    }
    return text.toString();
  }
}
