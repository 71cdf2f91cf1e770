package dev.escarole.web.app.schedule;

import dev.escarole.web.app.Param;
import java.util.List;

/** What became of the latest planned times of a schedule, newest first. */
public record ScheduleHistory(List<FiringPicture> times) {
  public ScheduleHistory {
    times = List.copyOf(times);
  }

  /** Whose times are shown. */
  public record HistoryQuery(
      @Param(
              value = "As in the other questions about schedules: a number, RECIPE or RECIPE#NAME.",
              in = Param.Where.PATH,
              required = true)
          String schedule,
      @Param(
              value = "Most entries, 1 to 1000.",
              in = Param.Where.QUERY,
              min = 1,
              max = 1000,
              byDefault = 50)
          int limit) {}
}
