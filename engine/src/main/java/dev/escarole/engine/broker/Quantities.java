package dev.escarole.engine.broker;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers with units as people write them. */
final class Quantities {

  private static final Pattern NUMBER_AND_UNIT =
      Pattern.compile("([0-9][0-9_]{0,20}) *([A-Za-z]*)");
  private static final Map<String, Long> BYTES =
      Map.of("", 1L, "B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);
  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "min", 60_000L, "h", 3_600_000L);

  private Quantities() {}

  /** Reads a time such as {@code 1500 ms}, {@code 30 s}, {@code 2 min} or {@code 1 h}. */
  static Duration duration(String text) {
    return Duration.ofMillis(read(text, MILLIS, "a time such as 1500 ms, 30 s, 2 min or 1 h"));
  }

  /** Reads a size such as {@code 65536}, {@code 256 KiB}, {@code 8 MiB} or {@code 1 GiB}. */
  static long bytes(String text) {
    return read(text, BYTES, "a size such as 65536, 256 KiB, 8 MiB or 1 GiB");
  }

  /** Reads a whole number of 0 or more; underscores may part its digits. */
  static long number(String text) {
    return read(text, Map.of("", 1L), "a whole number");
  }

  /** Reads a whole number that is no larger than an int. */
  static int integer(String text) {
    return (int) Math.min(Integer.MAX_VALUE, number(text));
  }

  private static long read(String text, Map<String, Long> units, String form) {
    Matcher matcher = NUMBER_AND_UNIT.matcher(text.strip());
    if (!matcher.matches() || !units.containsKey(matcher.group(2))) {
      throw new IllegalArgumentException("Quantity.text must be " + form + ", was '" + text + "'");
    }
    try {
      long number = Long.parseLong(matcher.group(1).replace("_", ""));
      return Math.multiplyExact(number, units.get(matcher.group(2)));
    } catch (NumberFormatException | ArithmeticException e) {
      throw new IllegalArgumentException("Quantity.text is too large: '" + text + "'", e);
    }
  }
}
