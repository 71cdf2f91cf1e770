package dev.escarole.web.app.run;

import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.Documented;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a list of runs shows of one. */
public record RunHead(
    @Documented("Its id.") @Made.Id String run,
    String recipe,
    @Made.Id String planHash,
    RunStatus status,
    @Documented(
            "Whether it is done, or degraded with its author's consent to every loss. Null while it is not over, and if nobody knows.")
        @Nullable Boolean accepted,
    Instant startedAt,
    @Documented("Null while it is not over.") @Nullable Long durationMillis,
    List<String> labels,
    @Documented("On whose behalf it acts.") String principal,
    @Documented("How far its leaves and branches are; null if that is not known.")
        @Nullable RunCounts counts) {
  public RunHead {
    labels = List.copyOf(labels);
  }

  /** Whether nothing about it changes any more. */
  public boolean hasEnded() {
    return status.isOver();
  }
}
