package dev.escarole.engine.run;

import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.plan.PlainText;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Distinguishes outputs of branches from the headers of a join text.
 *
 * <p>A line of a body looks like a header if it starts with any number of backslashes, blanks,
 * {@code ---}, blanks, {@code branch} or {@code parallel_status} in any case, blanks, and a colon.
 * Such lines are escaped with one more leading backslash; all others are unchanged. A line starts
 * at the beginning of the body and after every character that some program treats as a line end.
 * Removing one backslash from each such line restores the body.
 *
 * <p>In labels, characters that could end or start a header are written as {@code \}{@code uXXXX}.
 */
final class JoinGuard {

  private static final String DASHES = "---";

  /** What makes a line with dashes a header; the bytes are read as Latin-1. */
  private static final Pattern HEADER =
      Pattern.compile("---[ \\t]*+(?:branch|parallel_status)[ \\t]*+:", Pattern.CASE_INSENSITIVE);

  private JoinGuard() {}

  /** Escapes the body of a branch; returns the same object in nearly all cases. */
  static ByteParts body(ByteParts body) {
    String text = new String(body.toArray(), StandardCharsets.ISO_8859_1);
    StringBuilder guarded = new StringBuilder();
    int done = 0;
    Matcher header = HEADER.matcher(text);
    for (int at = text.indexOf(DASHES); at >= 0; at = text.indexOf(DASHES, at + 1)) {
      int start = before(" \t", text, at);
      start = before("\\", text, start);
      if (startsLine(text, start) && header.region(at, text.length()).lookingAt()) {
        guarded.append(text, done, start).append('\\');
        done = start;
      }
    }
    if (guarded.isEmpty()) {
      return body;
    }
    guarded.append(text, done, text.length());
    return ByteParts.of(guarded.toString().getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Where the run of these characters before a place begins. */
  private static int before(String characters, String text, int end) {
    int start = end;
    while (start > 0 && characters.indexOf(text.charAt(start - 1)) >= 0) {
      start--;
    }
    return start;
  }

  /** Next line, line separator and paragraph separator have two or three bytes in UTF-8. */
  private static boolean startsLine(String text, int at) {
    return at == 0
        || "\n\u000b\f\r\u001c\u001d\u001e".indexOf(text.charAt(at - 1)) >= 0
        || text.startsWith("\u00c2\u0085", at - 2)
        || text.startsWith("\u00e2\u0080\u00a8", at - 3)
        || text.startsWith("\u00e2\u0080\u00a9", at - 3);
  }

  /**
   * Escapes a label for a header: control, format and invisible characters, the blank of {@code "
   * status:"}, the first dash of {@code ---}, and a backslash before a {@code u}.
   */
  static String label(String label) {
    StringBuilder text = new StringBuilder(label.length());
    for (int at = 0; at < label.length(); at += Character.charCount(label.codePointAt(at))) {
      int point = label.codePointAt(at);
      if (isEscaped(label, at, point)) {
        for (char unit : Character.toChars(point)) {
          text.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
        }
      } else {
        text.appendCodePoint(point);
      }
    }
    return text.toString();
  }

  private static boolean isEscaped(String label, int at, int point) {
    return PlainText.isHidden(point)
        || label.startsWith(DASHES, at)
        || label.startsWith("\\u", at)
        || label.regionMatches(true, at, " status:", 0, " status:".length());
  }
}
