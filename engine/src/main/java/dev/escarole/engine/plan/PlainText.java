package dev.escarole.engine.plan;

import java.util.Locale;

/**
 * Makes untrusted text safe to display: characters that could move the cursor, forge a line or hide
 * text become escapes such as {@code \}{@code u001b}, as in JSON.
 */
public final class PlainText {

  private static final int ZERO_WIDTH_JOINER = 0x200d;

  /** Invisible letters and marks. */
  private static final String INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0";

  private PlainText() {}

  /** The text on one line; tabs become spaces. */
  public static String line(String text) {
    if (isPrintableAscii(text)) {
      return text;
    }
    StringBuilder line = new StringBuilder(text.length());
    int before = 0;
    for (int at = 0; at < text.length(); at += Character.charCount(before)) {
      int point = text.codePointAt(at);
      if (point == '\t') {
        line.append(' ');
      } else {
        append(line, point, before);
      }
      before = point;
    }
    return line.toString();
  }

  /**
   * Appends a character or its escape.
   *
   * @param before the previous character; 0 if there is none
   */
  public static void append(StringBuilder text, int point, int before) {
    if (!isHidden(point) || (point == ZERO_WIDTH_JOINER && isPictograph(before))) {
      text.appendCodePoint(point);
      return;
    }
    for (char unit : Character.toChars(point)) {
      text.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
    }
  }

  /** Whether a text has only characters that nothing hides or escapes, as most lines do. */
  public static boolean isPrintableAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit < ' ' || unit > '~') {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a character is a control, format or invisible character, a line separator, or a lone
   * surrogate.
   */
  public static boolean isHidden(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> INVISIBLE.indexOf(point) >= 0;
    };
  }

  /** After a pictograph, a joiner is legitimate; elsewhere it only hides text. */
  private static boolean isPictograph(int point) {
    return (point >= 0x1f000 && point <= 0x1faff)
        || (point >= 0x2600 && point <= 0x27bf)
        || point == 0xfe0f;
  }
}
