package dev.escarole.web.app.schedule;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Param;
import java.time.Instant;
import java.util.List;

/** Planned times of the near future, by schedule. */
public record ComingRuns(Instant from, Instant until, List<Row> schedules) {
  public ComingRuns {
    schedules = List.copyOf(schedules);
  }

  /** The times of one schedule. */
  public record Row(
      @Documented("Its number.") long schedule,
      String recipe,
      String name,
      boolean paused,
      @Documented("How many planned times each hour has, from the first one on.")
          List<Integer> hours,
      @Documented("The first 100 of them.") List<Instant> times) {
    public Row {
      hours = List.copyOf(hours);
      times = List.copyOf(times);
    }
  }

  /** How far to look. */
  public record ComingQuery(
      @Param(
              value = "How many hours, the present one included, 1 to 168.",
              in = Param.Where.QUERY,
              min = 1,
              max = 168,
              byDefault = 24)
          int hours) {}
}
