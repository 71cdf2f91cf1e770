package dev.escarole.web.page.recipe;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RecipeHistory;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.page.words.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a recipe has done lately. Immutable.
 *
 * @param runs newest first
 * @param successRate the share of those that are done; empty if none has been judged
 * @param degraded the share of those that came through in part; empty if there are none
 * @param medianDuration of those that came through; empty if there are none
 * @param bars one for each run, oldest first
 * @param inWords what the bars show, for who cannot see them
 */
public record HistoryView(
    List<Run> runs,
    String successRate,
    String degraded,
    String medianDuration,
    List<Bar> bars,
    String inWords) {

  /** Height of the chart, in its own units. */
  public static final int HEIGHT = 48;

  /** Width of a bar with the gap behind it. */
  public static final int STEP = 12;

  private static final int SHOWN = 10;
  private static final int LOWEST = 3;

  /** A run of the recipe. */
  public record Run(
      String id,
      String status,
      Instant startedAt,
      String duration,
      String principal,
      List<String> labels) {}

  /** A bar: the longer the run took, the higher. */
  public record Bar(int x, int y, int height, String status, String title) {}

  /** Shows the last runs. */
  static HistoryView of(RecipeHistory history) {
    Duration median = history.medianDuration();
    return new HistoryView(
        history.runs().stream().limit(SHOWN).map(HistoryView::run).toList(),
        rate(history),
        degraded(history),
        Words.duration(median == null ? null : median.toMillis()),
        bars(history),
        inWords(history));
  }

  /** The share of runs that are done; empty if none has been judged. */
  static String rate(RecipeHistory history) {
    return history.successRate().isEmpty()
        ? ""
        : Words.percent(history.successRate().getAsDouble());
  }

  /** The share of runs that came through in part; empty if none did. */
  static String degraded(RecipeHistory history) {
    double rate = history.degradedRate().orElse(0);
    return rate == 0 ? "" : Words.percent(rate);
  }

  private static Run run(StoredRun run) {
    return new Run(
        run.id().value(),
        run.status().word(),
        run.startedAt(),
        Words.duration(millis(run)),
        run.principal(),
        run.labels());
  }

  private static @Nullable Long millis(StoredRun run) {
    return Words.millis(run.startedAt(), run.endedAt());
  }

  private static List<Bar> bars(RecipeHistory history) {
    List<StoredRun> oldestFirst = new ArrayList<>(history.runs());
    Collections.reverse(oldestFirst);
    long longest = oldestFirst.stream().mapToLong(HistoryView::known).max().orElse(1);
    List<Bar> bars = new ArrayList<>();
    for (StoredRun run : oldestFirst) {
      double share = known(run) / (double) Math.max(1, longest);
      int height = LOWEST + (int) Math.round(share * (HEIGHT - LOWEST));
      String title =
          "%s: %s %s".formatted(run.id(), run.status().word(), Words.duration(millis(run))).strip();
      bars.add(new Bar(STEP * bars.size(), HEIGHT - height, height, run.status().word(), title));
    }
    return bars;
  }

  private static long known(StoredRun run) {
    Long millis = millis(run);
    return millis == null ? 0 : millis;
  }

  private static String inWords(RecipeHistory history) {
    List<String> parts = new ArrayList<>();
    for (RunStatus status : RunStatus.values()) {
      int count = history.count(status);
      if (count > 0) {
        parts.add(count + " " + status.word());
      }
    }
    return "The last %s: %s"
        .formatted(Words.count(history.runs().size(), "run", "runs"), String.join(", ", parts));
  }
}
