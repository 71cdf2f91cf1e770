package dev.escarole.engine.store;

import dev.escarole.engine.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The last runs of one recipe. Immutable.
 *
 * @param runs newest first, including running ones
 */
public record RecipeHistory(String recipe, List<StoredRun> runs) {

  private static final int SLOW_PERCENT = 95;

  public RecipeHistory {
    runs = List.copyOf(runs);
  }

  /** Returns how many of these runs have this status. */
  public int count(RunStatus status) {
    return (int) runs.stream().filter(run -> run.status() == status).count();
  }

  /**
   * Returns the share of done runs among those that are done, degraded or failed: 0 to 1. A
   * degraded run is not a success. Empty if there are none; cancelled runs do not count.
   */
  public OptionalDouble successRate() {
    return share(RunStatus.DONE);
  }

  /** Returns the share of degraded runs among the same. */
  public OptionalDouble degradedRate() {
    return share(RunStatus.DEGRADED);
  }

  private OptionalDouble share(RunStatus status) {
    int judged = count(RunStatus.DONE) + count(RunStatus.DEGRADED) + count(RunStatus.FAILED);
    return judged == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) count(status) / judged);
  }

  /** Returns the median duration of the runs that are done or degraded; null if there are none. */
  public @Nullable Duration medianDuration() {
    List<Duration> sorted = durations();
    if (sorted.isEmpty()) {
      return null;
    }
    int middle = sorted.size() / 2;
    Duration upper = sorted.get(middle);
    return sorted.size() % 2 == 1 ? upper : upper.plus(sorted.get(middle - 1)).dividedBy(2);
  }

  /**
   * Returns the 95th percentile of the same durations: the shortest that at least 95 % of them do
   * not exceed; null if there are none.
   */
  public @Nullable Duration slowDuration() {
    List<Duration> sorted = durations();
    int place = (sorted.size() * SLOW_PERCENT + 99) / 100;
    return sorted.isEmpty() ? null : sorted.get(place - 1);
  }

  private List<Duration> durations() {
    return runs.stream()
        .filter(run -> run.status() == RunStatus.DONE || run.status() == RunStatus.DEGRADED)
        .map(RecipeHistory::duration)
        .sorted()
        .toList();
  }

  private static Duration duration(StoredRun run) {
    Instant end = run.endedAt();
    return end == null ? Duration.ZERO : Duration.between(run.startedAt(), end);
  }
}
