package dev.escarole.web.cli.text;

import dev.escarole.engine.plan.CommandLines;
import dev.escarole.engine.plan.PlainText;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats values for messages. */
public final class TextFormat {

  private static final int MOST_WORD_CHARS = 2_000;

  /**
   * Characters of East Asian scripts and pictographs, which take two columns; nearly all of them.
   */
  private static final int[][] WIDE = {
    {0x1100, 0x115f},
    {0x2e80, 0xa4cf},
    {0xac00, 0xd7a3},
    {0xf900, 0xfaff},
    {0xfe30, 0xfe6f},
    {0xff00, 0xff60},
    {0xffe0, 0xffe6},
    {0x1f300, 0x1faff},
    {0x20000, 0x3fffd}
  };

  private TextFormat() {}

  /** Text from a recipe or a guest, made safe for one line of a terminal: see {@link PlainText}. */
  public static String plain(String text) {
    return PlainText.line(text);
  }

  /** The words of a command, quoted so that each can be recognized. */
  public static String command(List<String> argv) {
    List<String> cut =
        argv.stream()
            .limit(MOST_WORD_CHARS)
            .map(
                word -> word.length() > MOST_WORD_CHARS ? word.substring(0, MOST_WORD_CHARS) : word)
            .toList();
    return plain(CommandLines.display(cut));
  }

  /** A step's place, label and command in a few words. */
  public static String step(String path, @Nullable String label, List<String> argv) {
    StringBuilder text = new StringBuilder(path);
    if (label != null && !label.isEmpty()) {
      text.append(" \"").append(plain(label)).append('"');
    }
    if (!argv.isEmpty()) {
      text.append(": ").append(command(argv));
    }
    return text.toString();
  }

  /**
   * A duration with as much detail as matters: {@code 12 ms}, {@code 3.4 s}, {@code 5 min 12 s}.
   */
  public static String duration(long millis) {
    if (millis < 1000) {
      return millis + " ms";
    }
    Duration duration = Duration.ofMillis(millis);
    if (duration.toMinutes() == 0) {
      return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }
    if (duration.toHours() == 0) {
      return duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
    }
    return duration.toHours() + " h " + duration.toMinutesPart() + " min";
  }

  /** A time of day here, to the second. */
  public static String time(Instant time) {
    return DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss")
        .withZone(ZoneId.systemDefault())
        .format(time);
  }

  /** A number with its noun: {@code 1 branch}, {@code 1,200 branches}. */
  public static String count(long number, String one, String many) {
    return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? one : many);
  }

  /** A share of one as percent, never rounded up to all or down to nothing. */
  public static String percent(double share) {
    if (share == 0 || share == 1) {
      return share == 0 ? "0 %" : "100 %";
    }
    double shown = Math.min(99.9, Math.max(0.1, share * 100));
    return String.format(Locale.ROOT, "%.1f %%", shown);
  }

  /** A word as a POSIX shell reads it. */
  public static String shellWord(String word) {
    return word.matches("[A-Za-z0-9_./:=@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** Columns that a text takes on a terminal, escape sequences for colour not counted. */
  public static int columns(String text) {
    return text.replaceAll("\u001b\\[[0-9;]*m", "").codePoints().map(TextFormat::columns).sum();
  }

  private static int columns(int point) {
    int type = Character.getType(point);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    for (int[] range : WIDE) {
      if (point >= range[0] && point <= range[1]) {
        return 2;
      }
    }
    return 1;
  }

  /**
   * As much of a text without colours as fits into so many columns, with a mark where it was cut.
   */
  public static String fit(String text, int width, String mark) {
    if (columns(text) <= width) {
      return text;
    }
    int room = width - columns(mark);
    StringBuilder cut = new StringBuilder();
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      room -= columns(text.codePointAt(at));
      if (room < 0) {
        break;
      }
      cut.appendCodePoint(text.codePointAt(at));
    }
    return cut.append(mark).toString();
  }
}
