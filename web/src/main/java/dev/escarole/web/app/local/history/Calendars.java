package dev.escarole.web.app.local.history;

import dev.escarole.engine.Engine;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.schedule.ScheduleState;
import dev.escarole.engine.schedule.Schedules;
import dev.escarole.engine.store.RecipeDays;
import dev.escarole.web.app.recipe.RunCalendar;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes the calendar of one recipe. Used once, by one thread. */
public final class Calendars {

  private static final int DAYS_BEFORE = 34;
  private static final int DAYS_AFTER = 7;
  private static final int MOST_PLANNED = 10_000;
  private static final int SHOWN_NEXT = 5;

  private final Map<LocalDate, Map<String, Integer>> runs = new TreeMap<>();
  private final Map<LocalDate, Integer> planned = new HashMap<>();

  /** From this day on it is not known how many times are planned; null if it is. */
  private @Nullable LocalDate uncounted;

  private final List<Instant> next = new ArrayList<>();
  private boolean paused;

  private Calendars() {}

  /** The calendar of a recipe. */
  public static RunCalendar of(Engine engine, String recipe, Instant now) {
    LocalDate today = day(now);
    LocalDate last = today.plusDays(DAYS_AFTER);
    RecipeDays days = engine.records().recipeDays(recipe, today.minusDays(DAYS_BEFORE));
    Calendars calendar = new Calendars();
    calendar.count(days);
    Schedules.of(engine)
        .ifPresent(
            all ->
                all.list().stream()
                    .filter(each -> each.recipe().equals(recipe))
                    .forEach(each -> calendar.plan(each, now, last)));
    return calendar.made(days.from(), last);
  }

  private static LocalDate day(Instant at) {
    return at.atOffset(ZoneOffset.UTC).toLocalDate();
  }

  private void count(RecipeDays days) {
    for (RecipeDays.Day each : days.days()) {
      Map<String, Integer> counts = new HashMap<>();
      each.counts()
          .forEach(
              (status, count) ->
                  counts.merge(
                      (status.isOver() ? status : RunStatus.RUNNING).word(), count, Integer::sum));
      runs.put(each.date(), counts);
    }
  }

  private void plan(ScheduleState schedule, Instant now, LocalDate last) {
    paused |= schedule.paused();
    Instant end = last.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    List<Instant> times =
        schedule.until(end, MOST_PLANNED).stream().filter(each -> each.isAfter(now)).toList();
    times.forEach(each -> planned.merge(day(each), 1, Integer::sum));
    next.addAll(times.subList(0, Math.min(SHOWN_NEXT, times.size())));
    if (times.size() == MOST_PLANNED) {
      LocalDate cut = day(times.get(times.size() - 1));
      uncounted = uncounted == null || cut.isBefore(uncounted) ? cut : uncounted;
    }
  }

  private RunCalendar made(LocalDate from, LocalDate last) {
    List<RunCalendar.Day> days = new ArrayList<>();
    for (LocalDate day = from; !day.isAfter(last); day = day.plusDays(1)) {
      Map<String, Integer> started = runs.getOrDefault(day, Map.of());
      Integer times = planned.getOrDefault(day, 0);
      if (uncounted != null && !day.isBefore(uncounted)) {
        times = null;
      }
      if (!started.isEmpty() || times == null || times > 0) {
        days.add(new RunCalendar.Day(day.toString(), started, times));
      }
    }
    List<Instant> first = next.stream().sorted().limit(SHOWN_NEXT).toList();
    return new RunCalendar(from.toString(), last.toString(), days, first, paused);
  }
}
