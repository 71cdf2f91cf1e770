package dev.escarole.recipe.schedule;

import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.TemplateException;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The five fields of a cron expression: how each is written. */
@SuppressWarnings("ImmutableEnumChecker") // What it holds is never changed.
enum CronField {
  MINUTE("minute", 0, 59, List.of()),
  HOUR("hour", 0, 23, List.of()),
  DAY("day of month", 1, 31, List.of()),
  MONTH(
      "month",
      1,
      12,
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")),
  /** 0 and 7 are Sunday. */
  WEEKDAY("day of week", 0, 7, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat"));

  private static final int SUNDAY = 7;

  private final String words;
  private final int least;
  private final int most;
  private final List<String> names;

  CronField(String words, int least, int most, List<String> names) {
    this.words = words;
    this.least = least;
    this.most = most;
    this.names = names;
  }

  /**
   * The values that a field stands for; Sunday is 0.
   *
   * @throws TemplateException if it is malformed
   */
  BitSet read(String written) {
    BitSet values = new BitSet(most + 1);
    for (String item : written.split(",", -1)) {
      add(item, values);
    }
    if (this == WEEKDAY && values.get(SUNDAY)) {
      values.clear(SUNDAY);
      values.set(0);
    }
    return values;
  }

  private void add(String item, BitSet values) {
    refuseExtensions(item);
    int slash = item.indexOf('/');
    String range = slash < 0 ? item : item.substring(0, slash);
    int step = slash < 0 ? 1 : step(item.substring(slash + 1), item);
    int dash = range.indexOf('-');
    int from;
    int to;
    if (range.equals("*")) {
      from = least;
      to = this == WEEKDAY ? most - 1 : most;
    } else if (dash > 0) {
      from = value(range.substring(0, dash), item);
      to = rangeEnd(range.substring(dash + 1), item, from);
    } else {
      from = value(range, item);
      to = from;
      if (slash >= 0) {
        throw wrong(item, "Write \"%s-%d/%d\".".formatted(range, most, step));
      }
    }
    if (to < from) {
      throw wrong(item, "A range must not wrap around; write two, separated by a comma.");
    }
    for (int value = from; value <= to; value += step) {
      values.set(value);
    }
  }

  private void refuseExtensions(String item) {
    if (item.equals("?")) {
      throw wrong(item, "Write \"*\".");
    }
    String upper = item.toUpperCase(Locale.ROOT);
    boolean isDay = this == DAY || this == WEEKDAY;
    if (isDay && (upper.matches("[0-9]*[LW]|LW|L-.*") || item.indexOf('#') >= 0)) {
      throw wrong(
          item,
          "L, W and # are not supported. For the last day of a month, run on days 28-31 and let the"
              + " recipe check the date, or run on day 1.");
    }
  }

  private int step(String written, String item) {
    @Nullable Integer step = number(written);
    if (step == null || step < 1 || step > most) {
      throw wrong(item, "A step is a number from 1 to %d.".formatted(most));
    }
    return step;
  }

  private int rangeEnd(String written, String item, int from) {
    int end = value(written, item);
    return this == WEEKDAY && end == 0 && from > 0 ? SUNDAY : end;
  }

  private int value(String written, String item) {
    int named = names.indexOf(written.toLowerCase(Locale.ROOT));
    if (named >= 0) {
      return named + least;
    }
    @Nullable Integer number = number(written);
    if (number == null || number < least || number > most) {
      throw wrong(item, hint());
    }
    return number;
  }

  private String hint() {
    String range = "Write numbers from %d to %d".formatted(least, most);
    String more = names.isEmpty() ? "" : ", or names such as " + names.get(1);
    return range + more + "; ranges such as 1-5, lists such as 1,3, steps such as */2.";
  }

  private static @Nullable Integer number(String text) {
    return text.matches("[0-9]{1,4}") ? Integer.valueOf(text) : null;
  }

  private TemplateException wrong(String item, String hint) {
    return new TemplateException(
        Codes.BAD_SCHEDULE,
        "'%s' is not valid as %s of 'cron'".formatted(item, item.isEmpty() ? "a " + words : words),
        hint);
  }
}
