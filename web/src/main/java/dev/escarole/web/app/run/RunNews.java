package dev.escarole.web.app.run;

import dev.escarole.web.app.Documented;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What has happened in a run since the news before; the first holds all steps. */
public record RunNews(
    List<StepPicture> steps,
    List<JoinPicture> joins,
    @Documented("The end of the run; null while it goes on.") @Nullable RunHead end) {
  public RunNews {
    steps = List.copyOf(steps);
    joins = List.copyOf(joins);
  }
}
