package dev.escarole.engine.store;

import dev.escarole.engine.run.RunStatus;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * How many runs of a recipe started on which day in UTC. Immutable.
 *
 * @param from the first day that is counted in full
 * @param days those with runs, in order; none before {@code from}
 */
public record RecipeDays(LocalDate from, List<Day> days) {

  public RecipeDays {
    days = List.copyOf(days);
  }

  /**
   * A day.
   *
   * @param counts by stored status: a run that is not over is running or queued, whether or not an
   *     engine executes it
   */
  public record Day(LocalDate date, Map<RunStatus, Integer> counts) {
    public Day {
      counts = Map.copyOf(counts);
    }
  }
}
