package dev.escarole.web.page.recipe;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.recipe.RunCalendar;
import dev.escarole.web.page.draw.Bar;
import dev.escarole.web.page.words.Address;
import dev.escarole.web.page.words.Words;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs of a recipe by day in UTC, in weeks from Monday on.
 *
 * @param weeks each of seven days
 * @param next the next planned times
 * @param paused whether a schedule is paused
 */
public record CalendarView(List<List<Cell>> weeks, List<Instant> next, boolean paused) {

  private static final DateTimeFormatter LONG =
      DateTimeFormatter.ofPattern("EEEE d MMMM", Locale.ENGLISH);

  private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("MMM", Locale.ENGLISH);

  /** Statuses from left to right. */
  private static final List<RunStatus> ORDER =
      List.of(
          RunStatus.FAILED,
          RunStatus.EXPIRED,
          RunStatus.DEGRADED,
          RunStatus.CANCELLED,
          RunStatus.RUNNING,
          RunStatus.DONE);

  /**
   * A day.
   *
   * @param label its number; the first of a month with its name
   * @param when earlier, today or later
   * @param runs how many started; 0 of a day that is not counted
   * @param planned such as {@code 24 planned}; empty for none
   * @param words all of that
   * @param address of its runs; null if there are none
   */
  public record Cell(
      String label,
      String when,
      int runs,
      Bar bar,
      String planned,
      String words,
      @Nullable String address) {}

  static CalendarView of(String recipe, RunCalendar calendar, Instant now) {
    Map<LocalDate, RunCalendar.Day> days = new HashMap<>();
    calendar.days().forEach(day -> days.put(LocalDate.parse(day.date()), day));
    LocalDate today = now.atOffset(ZoneOffset.UTC).toLocalDate();
    LocalDate last = LocalDate.parse(calendar.until());
    LocalDate from = LocalDate.parse(calendar.from());
    LocalDate day = from.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
    List<List<Cell>> weeks = new ArrayList<>();
    while (!day.isAfter(last)) {
      List<Cell> week = new ArrayList<>();
      for (int i = 0; i < 7; i++) {
        week.add(
            day.isBefore(from) || day.isAfter(last)
                ? blank(day)
                : cell(recipe, day, today, days.get(day)));
        day = day.plusDays(1);
      }
      weeks.add(week);
    }
    return new CalendarView(weeks, calendar.next(), calendar.paused());
  }

  /** Whether nothing has run and nothing is planned. */
  public boolean isEmpty() {
    return !paused
        && weeks.stream()
            .flatMap(List::stream)
            .allMatch(cell -> cell.runs() == 0 && cell.planned().isEmpty());
  }

  private static Cell blank(LocalDate day) {
    return new Cell(label(day), "outside", 0, Bar.of(List.of()), "", "", null);
  }

  private static String label(LocalDate day) {
    return day.getDayOfMonth() == 1
        ? "1 " + MONTH.format(day)
        : String.valueOf(day.getDayOfMonth());
  }

  private static Cell cell(
      String recipe, LocalDate day, LocalDate today, RunCalendar.@Nullable Day found) {
    Map<String, Integer> counts = found == null ? Map.of() : found.runs();
    List<Bar.Share> shares =
        ORDER.stream()
            .map(status -> new Bar.Share(status.word(), counts.getOrDefault(status.word(), 0)))
            .toList();
    Bar bar = Bar.of(shares);
    int runs = counts.values().stream().mapToInt(Integer::intValue).sum();
    Integer times = found == null ? Integer.valueOf(0) : found.planned();
    String planned =
        times == null ? "many planned" : times == 0 ? "" : Words.number(times) + " planned";
    String words =
        "%s: %s"
            .formatted(
                LONG.format(day),
                runs == 0 ? "no runs" : Words.count(runs, "run", "runs") + ", " + bar.words());
    String when = day.isBefore(today) ? "earlier" : day.isEqual(today) ? "today" : "later";
    String address = runs == 0 ? null : address(recipe, day);
    return new Cell(label(day), when, runs, bar, planned, words, address);
  }

  private static String address(String recipe, LocalDate day) {
    return new Address("/runs")
        .with("recipe", recipe)
        .with("from", day + "T00:00")
        .with("to", day.plusDays(1) + "T00:00")
        .toString();
  }
}
