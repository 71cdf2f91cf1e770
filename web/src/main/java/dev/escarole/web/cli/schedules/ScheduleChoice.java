package dev.escarole.web.cli.schedules;

import dev.escarole.web.app.schedule.ScheduleName;
import picocli.CommandLine.Parameters;

/** Names a schedule. */
public final class ScheduleChoice {

  @Parameters(
      index = "0",
      paramLabel = "SCHEDULE",
      description = "Its number, or the name of its recipe; if that has several, RECIPE#NAME.")
  private String schedule = "";

  ScheduleName named() {
    return new ScheduleName(schedule);
  }
}
