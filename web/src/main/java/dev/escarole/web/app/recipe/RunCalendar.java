package dev.escarole.web.app.recipe;

import dev.escarole.web.app.Documented;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs of a recipe by day in UTC, and what its schedules plan. */
public record RunCalendar(
    @Documented("The first day that is counted, such as 2026-11-21.") String from,
    @Documented("The last day that is planned.") String until,
    @Documented("Days with runs or planned times, in order.") List<Day> days,
    @Documented("The next five planned times.") List<Instant> next,
    @Documented("Whether it has schedules that are paused.") boolean paused) {

  public RunCalendar {
    days = List.copyOf(days);
    next = List.copyOf(next);
  }

  /** A day. */
  public record Day(
      String date,
      @Documented("How many runs started, by status; those that are not over are 'running'.")
          Map<String, Integer> runs,
      @Documented("How many planned times are to come; null if there are too many to count.")
          @Nullable Integer planned) {
    public Day {
      runs = Map.copyOf(runs);
    }
  }
}
