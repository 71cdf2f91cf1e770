package dev.escarole.engine.run;

import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.plan.PlainText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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

  private static final byte[][] WORDS = {
    "branch".getBytes(StandardCharsets.US_ASCII),
    "parallel_status".getBytes(StandardCharsets.US_ASCII)
  };

  /** Bytes that end a line, or may be the last byte of a character that does. */
  private static final boolean[] ENDS_LINE = new boolean[256];

  static {
    for (int end : new int[] {'\n', 0x0b, '\f', '\r', 0x1c, 0x1d, 0x1e, 0x85, 0xa8, 0xa9}) {
      ENDS_LINE[end] = true;
    }
  }

  /** How much of a header the bytes of a line have matched. */
  private enum Stage {
    /** Not a header. */
    NOTHING,
    BACKSLASHES,
    BLANKS,
    DASHES,
    BLANKS_BEHIND_DASHES,
    WORD,
    BLANKS_BEHIND_WORD
  }

  private final List<Integer> places = new ArrayList<>();
  private Stage stage = Stage.BACKSLASHES;
  private int lineStart;
  private int dashes;
  private byte[] word = WORDS[0];
  private int letters;
  private int last;
  private int lastButOne;

  private JoinGuard() {}

  /** Escapes the body of a branch; returns the same object in nearly all cases. */
  static ByteParts body(ByteParts body) {
    JoinGuard guard = new JoinGuard();
    int offset = 0;
    for (byte[] array : body.arrays()) {
      guard.scan(array, offset);
      offset += array.length;
    }
    return guard.places.isEmpty() ? body : withBackslashes(body, guard.places);
  }

  private static ByteParts withBackslashes(ByteParts body, List<Integer> places) {
    byte[] all = new byte[body.size() + places.size()];
    byte[] plain = body.toArray();
    int from = 0;
    int to = 0;
    for (int place : places) {
      System.arraycopy(plain, from, all, to, place - from);
      to += place - from;
      all[to++] = '\\';
      from = place;
    }
    System.arraycopy(plain, from, all, to, plain.length - from);
    return ByteParts.of(all);
  }

  private void scan(byte[] array, int offset) {
    for (int i = 0; i < array.length; i++) {
      int value = array[i] & 0xff;
      if (ENDS_LINE[value] && endsLine(value)) {
        stage = Stage.BACKSLASHES;
        lineStart = offset + i + 1;
      } else if (stage != Stage.NOTHING) {
        stage = next(value);
      }
      lastButOne = last;
      last = value;
    }
  }

  /** Next line, line separator and paragraph separator have two or three bytes in UTF-8. */
  private boolean endsLine(int value) {
    return switch (value) {
      case 0x85 -> last == 0xc2;
      case 0xa8, 0xa9 -> last == 0x80 && lastButOne == 0xe2;
      default -> true;
    };
  }

  private Stage next(int value) {
    return switch (stage) {
      case NOTHING -> Stage.NOTHING;
      case BACKSLASHES -> value == '\\' ? Stage.BACKSLASHES : blankOrDash(value);
      case BLANKS -> blankOrDash(value);
      case DASHES -> dash(value);
      case BLANKS_BEHIND_DASHES -> isBlank(value) ? stage : firstLetter(value);
      case WORD -> letter(value);
      case BLANKS_BEHIND_WORD -> colon(value);
    };
  }

  private Stage blankOrDash(int value) {
    if (value == '-') {
      dashes = 1;
      return Stage.DASHES;
    }
    return isBlank(value) ? Stage.BLANKS : Stage.NOTHING;
  }

  private Stage dash(int value) {
    if (value == '-') {
      return ++dashes > 3 ? Stage.NOTHING : Stage.DASHES;
    }
    if (dashes < 3) {
      return Stage.NOTHING;
    }
    return isBlank(value) ? Stage.BLANKS_BEHIND_DASHES : firstLetter(value);
  }

  private Stage firstLetter(int value) {
    for (byte[] each : WORDS) {
      if (lowerCase(value) == each[0]) {
        word = each;
        letters = 1;
        return Stage.WORD;
      }
    }
    return Stage.NOTHING;
  }

  private Stage letter(int value) {
    if (letters < word.length) {
      return lowerCase(value) == word[letters++] ? Stage.WORD : Stage.NOTHING;
    }
    return colon(value);
  }

  private Stage colon(int value) {
    if (value == ':') {
      places.add(lineStart);
      return Stage.NOTHING;
    }
    return isBlank(value) ? Stage.BLANKS_BEHIND_WORD : Stage.NOTHING;
  }

  private static boolean isBlank(int value) {
    return value == ' ' || value == '\t';
  }

  private static int lowerCase(int value) {
    return value >= 'A' && value <= 'Z' ? value + ('a' - 'A') : value;
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
        || label.startsWith("---", at)
        || label.startsWith("\\u", at)
        || label.regionMatches(true, at, " status:", 0, " status:".length());
  }
}
