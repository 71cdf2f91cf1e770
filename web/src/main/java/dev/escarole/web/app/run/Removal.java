package dev.escarole.web.app.run;

import dev.escarole.web.app.Documented;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs that were deleted, or would be. */
public record Removal(
    boolean dryRun,
    List<Gone> runs,
    @Documented("Bytes of outputs that were given back; null of a dry run.")
        @Nullable Long outputBytes,
    long workspaceBytes) {

  public Removal {
    runs = List.copyOf(runs);
  }

  /** One of them. */
  public record Gone(String run, Instant startedAt, long attempts, long bytes) {}
}
