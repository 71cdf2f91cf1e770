package dev.escarole.web.app.schedule;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Param;
import java.time.Instant;

/** Planned times of the past that are launched now. */
public record Backfilled(
    @Documented("How many runs will be launched.") int added,
    @Documented("How many of the times have a run already, or will.") int present) {

  /** Which times. */
  public record BackfillRequest(
      @Param(
              value =
                  "Its number, or the name of its recipe; if that has several, RECIPE#NAME with the"
                      + " name of the schedule.",
              required = true)
          String schedule,
      @Param(value = "The first possible planned time.", required = true) Instant from,
      @Param(value = "Planned times are before it, and in the past.", required = true)
          Instant until) {}
}
