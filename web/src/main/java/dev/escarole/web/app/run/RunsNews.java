package dev.escarole.web.app.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What changed in the runs of an installation since the previous news.
 *
 * @param all whether these are all running runs, as in the first news and after a connection broke
 * @param runs those that started, made progress or ended
 */
public record RunsNews(boolean all, List<RunProgress> runs) {
  public RunsNews {
    runs = List.copyOf(runs);
  }

  /**
   * How far a run is.
   *
   * @param startedAt null if unknown
   * @param durationMillis null while it runs
   * @param counts null if unknown
   */
  public record RunProgress(
      @Made.Id String run,
      String recipe,
      RunStatus status,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant startedAt,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long durationMillis,
      @Nullable RunCounts counts) {

    /** Whether it has ended. */
    public boolean hasEnded() {
      return status.isOver();
    }
  }
}
