package dev.escarole.web.app.schedule;

import java.util.List;

/** The schedules in force, by recipe. */
public record ScheduleList(List<SchedulePicture> schedules) {
  public ScheduleList {
    schedules = List.copyOf(schedules);
  }
}
