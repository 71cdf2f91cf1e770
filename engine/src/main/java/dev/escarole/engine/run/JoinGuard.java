package dev.escarole.engine.run;

import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.plan.PlainText;
import java.util.ArrayList;
import java.util.List;
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
    Latin1 text = new Latin1(body.arrays(), body.size());
    Matcher header = HEADER.matcher(text);
    List<Integer> starts = new ArrayList<>();
    for (int at = text.dashes(0); at >= 0; at = text.dashes(at + 1)) {
      int start = text.startOf("\\", text.startOf(" \t", at));
      if (text.isStartOfLine(start) && header.region(at, text.length()).lookingAt()) {
        starts.add(start);
      }
    }
    return starts.isEmpty() ? body : withBackslashes(body.toArray(), starts);
  }

  /** In one copy: a hostile body consists of headers only. */
  private static ByteParts withBackslashes(byte[] body, List<Integer> starts) {
    byte[] all = new byte[body.length + starts.size()];
    int from = 0;
    int to = 0;
    for (int start : starts) {
      System.arraycopy(body, from, all, to, start - from);
      to += start - from;
      all[to++] = '\\';
      from = start;
    }
    System.arraycopy(body, from, all, to, body.length - from);
    return ByteParts.of(all);
  }

  /** Bytes as characters, without a copy, because a body can be large. */
  private static final class Latin1 implements CharSequence {
    private final List<byte[]> arrays;
    private final int length;
    private int index = -1;
    private int offset;
    private byte[] array = {};

    Latin1(List<byte[]> arrays, int length) {
      this.arrays = arrays;
      this.length = length;
    }

    @Override
    public int length() {
      return length;
    }

    @Override
    public char charAt(int at) {
      while (at < offset) {
        array = arrays.get(--index);
        offset -= array.length;
      }
      while (at >= offset + array.length) {
        offset += array.length;
        array = arrays.get(++index);
      }
      return (char) (array[at - offset] & 0xff);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      throw new UnsupportedOperationException("a body is not copied");
    }

    /** The next place with three dashes; negative if there is none. */
    int dashes(int from) {
      // Of three places in a row, the loop sees one; so most bytes of a body are never looked at.
      for (int at = dash(from + 2); at < length; at = dash(at + 3)) {
        int start = at;
        while (start > Math.max(from, at - 2) && charAt(start - 1) == '-') {
          start--;
        }
        int end = at + 1;
        while (end < Math.min(length, start + 3) && charAt(end) == '-') {
          end++;
        }
        if (end - start == 3) {
          return start;
        }
      }
      return -1;
    }

    /** The first dash among every third place from here on; the length or more if none is one. */
    private int dash(int from) {
      int at = from;
      while (at < length && charAt(at) != '-') {
        byte[] current = array;
        int place = at - offset + 3;
        while (place < current.length && current[place] != '-') {
          place += 3;
        }
        at = offset + place;
      }
      return at;
    }

    /** Where the run of these characters before a place begins. */
    int startOf(String characters, int end) {
      int start = end;
      while (start > 0 && characters.indexOf(charAt(start - 1)) >= 0) {
        start--;
      }
      return start;
    }

    /** Next line, line separator and paragraph separator have two or three bytes in UTF-8. */
    boolean isStartOfLine(int at) {
      if (at == 0) {
        return true;
      }
      return switch (charAt(at - 1)) {
        case '\n', 0x0b, '\f', '\r', 0x1c, 0x1d, 0x1e -> true;
        case 0x85 -> at > 1 && charAt(at - 2) == 0xc2;
        case 0xa8, 0xa9 -> at > 2 && charAt(at - 2) == 0x80 && charAt(at - 3) == 0xe2;
        default -> false;
      };
    }
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
