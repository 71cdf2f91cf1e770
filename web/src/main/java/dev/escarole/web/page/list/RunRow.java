package dev.escarole.web.page.list;

import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.page.draw.Bar;
import dev.escarole.web.page.words.Words;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of the list of runs. Immutable.
 *
 * @param status its word
 * @param startedAt in ISO 8601
 * @param duration until now if it is not over; empty if unknown
 * @param branches how far its branches, or without any its leaves, are; null if unknown
 */
public record RunRow(
    RunHead head,
    String id,
    String status,
    boolean over,
    String recipe,
    List<String> labels,
    String startedAt,
    String duration,
    @Nullable Bar branches) {

  public RunRow {
    labels = List.copyOf(labels);
  }

  static RunRow of(RunHead run, Instant now) {
    Long millis = run.durationMillis();
    if (millis == null && run.status() != RunStatus.INTERRUPTED) {
      millis = Words.millis(run.startedAt(), now);
    }
    return new RunRow(
        run,
        run.run(),
        run.status().word(),
        run.hasEnded(),
        run.recipe(),
        run.labels(),
        run.startedAt().toString(),
        Words.duration(millis),
        bar(run.counts()));
  }

  private static @Nullable Bar bar(@Nullable RunCounts counts) {
    if (counts == null) {
      return null;
    }
    return Bar.of(counts.branches().total() > 0 ? counts.branches() : counts.leaves());
  }
}
