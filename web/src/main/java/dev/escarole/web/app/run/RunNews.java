package dev.escarole.web.app.run;

import dev.escarole.engine.run.RunCounts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What changed in a run since the previous news; the first holds all steps.
 *
 * @param counts of its leaves and branches now; null if they are unknown
 * @param end the end of the run; null while it goes on
 * @param error why it failed or was cancelled; null if it was not, or goes on
 */
public record RunNews(
    List<StepPicture> steps,
    List<JoinPicture> joins,
    @Nullable RunCounts counts,
    @Nullable RunHead end,
    @Nullable String error) {
  public RunNews {
    steps = List.copyOf(steps);
    joins = List.copyOf(joins);
  }
}
