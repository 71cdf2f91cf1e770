package dev.escarole.web.app.schedule;

import dev.escarole.web.app.Param;
import org.jspecify.annotations.Nullable;

/** Which schedules are listed. */
public record SchedulesQuery(
    @Param(value = "Only schedules of the recipe of this name.", in = Param.Where.QUERY)
        @Nullable String recipe,
    @Param(
            value = "How many of the next times are shown, 0 to 100.",
            in = Param.Where.QUERY,
            max = 100,
            byDefault = 10)
        int next) {

  /** All schedules with their next ten times. */
  public static final SchedulesQuery ALL = new SchedulesQuery(null, 10);
}
