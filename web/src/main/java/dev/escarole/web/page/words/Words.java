package dev.escarole.web.page.words;

import dev.escarole.web.app.SizeText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Amounts as people read them, always with a unit. */
public final class Words {

  private static final long SECOND = 1_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private Words() {}

  /** How long something took, such as {@code 1.2 s}; empty if that is not known. */
  public static String duration(@Nullable Long millis) {
    if (millis == null) {
      return "";
    }
    if (millis < SECOND) {
      return millis + " ms";
    }
    if (millis < MINUTE) {
      return String.format(Locale.ROOT, "%.1f s", millis / (double) SECOND);
    }
    if (millis < HOUR) {
      return millis / MINUTE + " min " + millis % MINUTE / SECOND + " s";
    }
    if (millis < DAY) {
      return millis / HOUR + " h " + millis % HOUR / MINUTE + " min";
    }
    return millis / DAY + " d " + millis % DAY / HOUR + " h";
  }

  /** The time between two moments; null if one of them is not known. */
  public static @Nullable Long millis(@Nullable Instant from, @Nullable Instant to) {
    return from == null || to == null ? null : Math.max(0, Duration.between(from, to).toMillis());
  }

  /** How long ago something was, such as {@code 3 min ago}, in the words of the pages' scripts. */
  public static String ago(Instant then, Instant now) {
    long seconds = Math.max(0, Duration.between(then, now).toSeconds());
    if (seconds < 60) {
      return seconds + " s ago";
    }
    if (seconds < 3_600) {
      return seconds / 60 + " min ago";
    }
    return seconds < 86_400 ? seconds / 3_600 + " h ago" : seconds / 86_400 + " d ago";
  }

  /** A size, such as {@code 1.2 MiB}. */
  public static String bytes(long bytes) {
    return SizeText.of(bytes);
  }

  /** A number with its noun, such as {@code 1,204 steps}. */
  public static String count(long number, String one, String many) {
    return number(number) + " " + (number == 1 ? one : many);
  }

  /** A number with a comma at each thousand. */
  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A share of 0 to 1 as per cent; never 100 % if anything is missing. */
  public static String percent(double share) {
    double shown = share < 1 ? Math.min(99.9, share * 100) : 100;
    return String.format(Locale.ROOT, shown == Math.rint(shown) ? "%.0f %%" : "%.1f %%", shown);
  }

  /** A message with a capital at its beginning and a full stop at its end; empty for null. */
  public static String sentence(@Nullable String message) {
    if (message == null || message.isBlank()) {
      return "";
    }
    String text = message.strip();
    boolean ends = ".!?".indexOf(text.charAt(text.length() - 1)) >= 0;
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + (ends ? "" : ".");
  }

  /** The beginning of a hash, as people compare it; empty for null. */
  public static String shortHash(@Nullable String hash) {
    return hash == null ? "" : hash.substring(0, 12);
  }

  /** A command's words as a line that a POSIX shell reads as the same words. */
  public static String shell(List<String> words) {
    return words.stream().map(Words::quoted).reduce((a, b) -> a + " " + b).orElse("");
  }

  private static String quoted(String word) {
    return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** The beginning of a text on one line, with an ellipsis if something was left out. */
  public static String brief(String text, int longest) {
    String line = text.replaceAll("\\s+", " ").strip();
    if (line.codePointCount(0, line.length()) <= longest) {
      return line;
    }
    return line.substring(0, line.offsetByCodePoints(0, longest - 1)) + "…";
  }
}
