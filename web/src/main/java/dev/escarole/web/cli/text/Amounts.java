package dev.escarole.web.cli.text;

import dev.escarole.web.app.SizeText;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Ages and sizes as people write them. */
public final class Amounts {

  private static final Pattern AGE = Pattern.compile("([0-9]{1,9})([smhdw])");
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})([kmgt]?)(i?)b?");
  private static final String PREFIXES = "kmgt";
  private static final int DAYS_OF_WEEK = 7;

  private Amounts() {}

  /** An age such as {@code 30d}. */
  public static Duration age(String option, String text) {
    Matcher age = AGE.matcher(text);
    if (!age.matches()) {
      throw new UsageException(
          "bad-age",
          option + " is no age: " + TextFormat.plain(text),
          "Write for example 90s, 15m, 24h, 30d or 8w.");
    }
    long number = Long.parseLong(age.group(1));
    return switch (age.group(2)) {
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      case "d" -> Duration.ofDays(number);
      default -> Duration.ofDays(number * DAYS_OF_WEEK);
    };
  }

  /** A size such as {@code 1GB}, in bytes; {@code KB} are 1,000 of them and {@code KiB} 1,024. */
  public static long bytes(String option, String text) {
    Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (!size.matches() || (size.group(2).isEmpty() && !size.group(3).isEmpty())) {
      throw new UsageException(
          "bad-size",
          option + " is no size: " + TextFormat.plain(text),
          "Write for example 500MB, 1GB, 2GiB or a number of bytes.");
    }
    long bytes = Long.parseLong(size.group(1));
    int power = size.group(2).isEmpty() ? 0 : PREFIXES.indexOf(size.group(2)) + 1;
    try {
      for (int i = 0; i < power; i++) {
        bytes = Math.multiplyExact(bytes, size.group(3).isEmpty() ? 1000L : 1024L);
      }
      return bytes;
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }

  /** A size for people, such as {@code 1.2 MiB}. */
  public static String text(long bytes) {
    return SizeText.of(bytes);
  }
}
