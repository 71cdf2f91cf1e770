package dev.escarole.web.app.run;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Param;
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

  /** Which runs are deleted: those that any of the limits lets go. */
  public record PruneRequest(
      @Param(value = "Runs that were started longer ago.", max = 315_360_000_000L)
          @Nullable Long olderThanSeconds,
      @Param(value = "All but the newest so many runs.", max = Integer.MAX_VALUE)
          @Nullable Long keep,
      @Param(
              value =
                  "The oldest runs until the others have at most so much output; a row of an attempt counts as 512 bytes.")
          @Nullable Long maxBytes,
      @Param(value = "Only tells what would be deleted.") boolean dryRun) {}

  /** Names runs that are deleted together. */
  public record DeleteRequest(
      @Param(
              value =
                  "The runs: of each its id, the beginning of it, or 'last' for the newest run.",
              required = true)
          List<String> runs) {
    public DeleteRequest {
      runs = List.copyOf(runs);
    }
  }
}
