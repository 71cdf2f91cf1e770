package dev.escarole.recipe.schedule;

import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.TemplateException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.BitSet;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cron expression with five fields, as in a crontab, in a time zone.
 *
 * <p>If day of month and day of week are both restricted, a day matches if either does; a field
 * that begins with {@code *} is not a restriction in this sense, and then both must match.
 *
 * <p>When clocks change, an expression with fixed hours yields each matching local time once: a
 * time that is skipped is planned for the moment after the change, a time that occurs twice for its
 * first occurrence. If the hours begin with {@code *}, the expression follows the clock: skipped
 * times are omitted, repeated ones are planned twice. Immutable.
 */
public final class Cron implements Timing {

  private static final Map<String, String> NAMES =
      Map.of(
          "@yearly", "0 0 1 1 *",
          "@annually", "0 0 1 1 *",
          "@monthly", "0 0 1 * *",
          "@weekly", "0 0 * * 0",
          "@daily", "0 0 * * *",
          "@midnight", "0 0 * * *",
          "@hourly", "0 * * * *");

  private static final int FIELDS = 5;

  /** Enough for 29 February around a year such as 2100. */
  private static final int YEARS = 10;

  private final String text;
  private final ZoneRules rules;
  private final BitSet minutes;
  private final BitSet hours;
  private final BitSet days;
  private final BitSet months;
  private final BitSet weekdays;

  /** Whether one matching day field suffices. */
  private final boolean eitherDay;

  /** Whether the hours are fixed, so that each local time is planned once. */
  private final boolean fixed;

  private Cron(String written, String[] fields, ZoneId zone) {
    this.text = written + " " + zone;
    this.rules = zone.getRules();
    this.minutes = CronField.MINUTE.read(fields[0]);
    this.hours = CronField.HOUR.read(fields[1]);
    this.days = CronField.DAY.read(fields[2]);
    this.months = CronField.MONTH.read(fields[3]);
    this.weekdays = CronField.WEEKDAY.read(fields[4]);
    this.eitherDay = !fields[2].startsWith("*") && !fields[4].startsWith("*");
    this.fixed = !fields[1].startsWith("*");
  }

  /**
   * Reads an expression: five fields, or a name such as {@code @daily}.
   *
   * @throws TemplateException if it is malformed, or never yields a time
   */
  public static Cron read(String expression, ZoneId zone) {
    String written = expression.strip().replaceAll("\\s+", " ");
    String[] fields = fields(written).split(" ", -1);
    if (fields.length != FIELDS) {
      throw new TemplateException(
          Codes.BAD_SCHEDULE,
          "'cron' must have 5 fields (minute, hour, day of month, month, day of week), has "
              + (written.isEmpty() ? 0 : fields.length),
          fields.length > FIELDS
              ? "Seconds and years are not supported; use \"every\" for times within a minute."
              : "Write for example \"0 3 * * *\", every day at 3:00.");
    }
    Cron cron = new Cron(written, fields, zone);
    if (!cron.eitherDay && cron.isImpossible()) {
      throw new TemplateException(
          Codes.BAD_SCHEDULE, "'" + written + "' has no day: these months are too short", null);
    }
    return cron;
  }

  private static String fields(String written) {
    if (!written.startsWith("@")) {
      return written;
    }
    String fields = NAMES.get(written.toLowerCase(Locale.ROOT));
    if (fields == null) {
      boolean boot = written.equalsIgnoreCase("@reboot");
      throw new TemplateException(
          Codes.BAD_SCHEDULE,
          "'" + written + "' is not a known name for 'cron'",
          boot
              ? "An engine can start at any time; use a time or an interval."
              : "Known names: @yearly, @monthly, @weekly, @daily, @hourly.");
    }
    return fields;
  }

  private boolean isImpossible() {
    int first = days.nextSetBit(0);
    return months.stream().allMatch(month -> Month.of(month).maxLength() < first);
  }

  @Override
  public @Nullable Instant next(Instant time) {
    Instant at = time.plusNanos(1);
    LocalDate limit = time.atOffset(ZoneOffset.UTC).toLocalDate().plusYears(YEARS);
    while (true) {
      ZoneOffset offset = rules.getOffset(at);
      ZoneOffsetTransition change = rules.previousTransition(at.plusNanos(1));
      LocalDateTime from = LocalDateTime.ofInstant(at, offset);
      if (fixed && change != null && change.isGap() && change.getInstant().equals(at)) {
        LocalDateTime skipped = after(change.getDateTimeBefore(), limit);
        if (skipped != null && skipped.isBefore(change.getDateTimeAfter())) {
          return at;
        }
      }
      LocalDateTime found = after(fixed ? unrepeated(from, change) : from, limit);
      if (found == null) {
        return null;
      }
      Instant candidate = found.toInstant(offset);
      ZoneOffsetTransition nextChange = rules.nextTransition(at);
      if (nextChange == null || candidate.isBefore(nextChange.getInstant())) {
        return candidate;
      }
      at = nextChange.getInstant();
    }
  }

  /** The first local time since a change that did not occur before it, too. */
  private static LocalDateTime unrepeated(
      LocalDateTime time, @Nullable ZoneOffsetTransition change) {
    return change != null && change.isOverlap() && time.isBefore(change.getDateTimeBefore())
        ? change.getDateTimeBefore()
        : time;
  }

  @Override
  public @Nullable Instant previous(Instant time, Instant earliest) {
    Instant at = time.minusNanos(1);
    LocalDate limit = earliest.atOffset(ZoneOffset.UTC).toLocalDate().minusDays(2);
    while (at.isAfter(earliest)) {
      ZoneOffset offset = rules.getOffset(at);
      ZoneOffsetTransition change = rules.previousTransition(at.plusNanos(1));
      LocalDateTime found = before(LocalDateTime.ofInstant(at, offset), limit);
      if (found != null && isSince(found, change)) {
        Instant candidate = found.toInstant(offset);
        return candidate.isAfter(earliest) ? candidate : null;
      }
      if (change == null) {
        return null;
      }
      if (fixed && change.isGap() && isSkipped(change, limit)) {
        return change.getInstant().isAfter(earliest) ? change.getInstant() : null;
      }
      at = change.getInstant().minusNanos(1);
    }
    return null;
  }

  /** Whether a local time is planned in the part of constant offset that a change begins. */
  private boolean isSince(LocalDateTime time, @Nullable ZoneOffsetTransition change) {
    if (change == null) {
      return true;
    }
    LocalDateTime first = change.getDateTimeAfter();
    return !time.isBefore(fixed ? unrepeated(first, change) : first);
  }

  private boolean isSkipped(ZoneOffsetTransition gap, LocalDate limit) {
    LocalDateTime last = before(gap.getDateTimeAfter().minusNanos(1), limit);
    return last != null && !last.isBefore(gap.getDateTimeBefore());
  }

  /** The first matching local time from {@code time} on. */
  private @Nullable LocalDateTime after(LocalDateTime time, LocalDate limit) {
    LocalDateTime from = time.truncatedTo(ChronoUnit.MINUTES);
    from = from.equals(time) ? from : from.plusMinutes(1);
    int hour = from.getHour();
    int minute = from.getMinute();
    for (LocalDate day = from.toLocalDate(); day.isBefore(limit); ) {
      if (!months.get(day.getMonthValue())) {
        day = day.withDayOfMonth(1).plusMonths(1);
      } else {
        if (matches(day)) {
          boolean hourMatches = hours.get(hour);
          int at = hourMatches ? minutes.nextSetBit(minute) : -1;
          if (at >= 0) {
            return day.atTime(hour, at);
          }
          int next = hours.nextSetBit(hour + 1);
          if (next >= 0) {
            return day.atTime(next, minutes.nextSetBit(0));
          }
        }
        day = day.plusDays(1);
      }
      hour = 0;
      minute = 0;
    }
    return null;
  }

  /** The last matching local time up to {@code time}. */
  private @Nullable LocalDateTime before(LocalDateTime time, LocalDate limit) {
    int hour = time.getHour();
    int minute = time.getMinute();
    for (LocalDate day = time.toLocalDate(); day.isAfter(limit); ) {
      if (!months.get(day.getMonthValue())) {
        day = day.withDayOfMonth(1).minusDays(1);
      } else {
        if (matches(day)) {
          int at = hours.get(hour) ? minutes.previousSetBit(minute) : -1;
          if (at >= 0) {
            return day.atTime(hour, at);
          }
          int last = hour == 0 ? -1 : hours.previousSetBit(hour - 1);
          if (last >= 0) {
            return day.atTime(last, minutes.length() - 1);
          }
        }
        day = day.minusDays(1);
      }
      hour = 23;
      minute = 59;
    }
    return null;
  }

  private boolean matches(LocalDate day) {
    boolean byDay = days.get(day.getDayOfMonth());
    boolean byWeekday = weekdays.get(day.getDayOfWeek().getValue() % 7);
    return eitherDay ? byDay || byWeekday : byDay && byWeekday;
  }

  @Override
  public String text() {
    return text;
  }
}
