package dev.escarole.recipe.schedule;

import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.TemplateException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as they are written in recipes: {@code 90s}, {@code 1h30m}, {@code 7d}. */
public final class Durations {

  /** The longest duration. */
  public static final Duration LONGEST = Duration.ofDays(3660);

  /** The written form, as a regular expression. */
  public static final String PATTERN = "[0-9]{1,9}[smhdw]( ?[0-9]{1,9}[smhdw])*";

  /** The longest written form: matching needs a stack as deep as it has parts. */
  public static final int MOST_CHARACTERS = 100;

  private static final Pattern FORM = Pattern.compile(PATTERN);
  private static final Pattern PART = Pattern.compile("([0-9]+)([smhdw])");
  private static final Map<String, Duration> UNITS = new LinkedHashMap<>();

  static {
    UNITS.put("w", Duration.ofDays(7));
    UNITS.put("d", Duration.ofDays(1));
    UNITS.put("h", Duration.ofHours(1));
    UNITS.put("m", Duration.ofMinutes(1));
    UNITS.put("s", Duration.ofSeconds(1));
  }

  private Durations() {}

  /**
   * Reads a duration.
   *
   * @param key the setting, for messages
   * @throws TemplateException if it is malformed or longer than {@link #LONGEST}
   */
  public static Duration read(String key, String written) {
    String text = written.strip();
    if (written.length() > MOST_CHARACTERS || !FORM.matcher(text).matches()) {
      throw new TemplateException(
          Codes.BAD_SCHEDULE,
          "'" + key + "' must be a duration, not '" + shortened(written) + "'",
          "Write a number with s, m, h, d or w, such as \"30s\", \"15m\" or \"1h30m\".");
    }
    Duration sum = Duration.ZERO;
    Matcher part = PART.matcher(text);
    while (part.find()) {
      Duration unit = Objects.requireNonNull(UNITS.get(part.group(2)));
      sum = sum.plus(unit.multipliedBy(Long.parseLong(part.group(1))));
    }
    if (sum.compareTo(LONGEST) > 0) {
      throw new TemplateException(
          Codes.OUT_OF_RANGE, "'" + key + "' is longer than ten years", null);
    }
    return sum;
  }

  /** The shortest written form of whole seconds, such as {@code 1h30m}. */
  public static String text(Duration duration) {
    StringBuilder text = new StringBuilder();
    long rest = duration.toSeconds();
    for (Map.Entry<String, Duration> unit : UNITS.entrySet()) {
      long size = unit.getValue().toSeconds();
      if (rest >= size) {
        text.append(rest / size).append(unit.getKey());
        rest %= size;
      }
    }
    return text.length() == 0 ? "0s" : text.toString();
  }

  private static String shortened(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "…";
  }
}
