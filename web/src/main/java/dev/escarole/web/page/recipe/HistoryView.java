package dev.escarole.web.page.recipe;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.recipe.RecipeDocument;
import dev.escarole.web.app.recipe.RecipeHead;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.page.words.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * The last runs of a recipe. Immutable.
 *
 * @param runs newest first
 * @param successRate the share of those that are done; empty if none has been judged
 * @param degraded the share of those that are degraded; empty if there are none
 * @param medianDuration of done and degraded runs; empty if there are none
 * @param bars one for each run, oldest first
 * @param inWords the bars as text, for screen readers
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

  /** Width of a bar with its gap. */
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

  static HistoryView of(RecipeDocument recipe) {
    RecipeHead.History history = Objects.requireNonNull(recipe.head().history());
    return new HistoryView(
        recipe.runs().stream().limit(SHOWN).map(HistoryView::run).toList(),
        rate(history),
        degraded(history),
        Words.duration(history.medianDurationMillis()),
        bars(recipe.runs()),
        inWords(recipe.runs()));
  }

  /** The share of runs that are done; empty if none has been judged. */
  static String rate(RecipeHead.History history) {
    return history.successRate() == null ? "" : Words.percent(history.successRate());
  }

  /** The share of degraded runs; empty if there are none. */
  static String degraded(RecipeHead.History history) {
    Double rate = history.degradedRate();
    return rate == null || rate == 0 ? "" : Words.percent(rate);
  }

  private static Run run(RunHead run) {
    return new Run(
        run.run(),
        run.status().word(),
        run.startedAt(),
        Words.duration(run.durationMillis()),
        run.principal(),
        run.labels());
  }

  private static List<Bar> bars(List<RunHead> runs) {
    List<RunHead> oldestFirst = new ArrayList<>(runs);
    Collections.reverse(oldestFirst);
    long longest = oldestFirst.stream().mapToLong(HistoryView::known).max().orElse(1);
    List<Bar> bars = new ArrayList<>();
    for (RunHead run : oldestFirst) {
      double share = known(run) / (double) Math.max(1, longest);
      int height = LOWEST + (int) Math.round(share * (HEIGHT - LOWEST));
      String word = run.status().word();
      String title =
          "%s: %s %s".formatted(run.run(), word, Words.duration(run.durationMillis())).strip();
      bars.add(new Bar(STEP * bars.size(), HEIGHT - height, height, word, title));
    }
    return bars;
  }

  private static long known(RunHead run) {
    Long millis = run.durationMillis();
    return millis == null ? 0 : millis;
  }

  private static String inWords(List<RunHead> runs) {
    List<String> parts = new ArrayList<>();
    for (RunStatus status : RunStatus.values()) {
      long count = runs.stream().filter(run -> run.status() == status).count();
      if (count > 0) {
        parts.add(count + " " + status.word());
      }
    }
    return "The last %s: %s"
        .formatted(Words.count(runs.size(), "run", "runs"), String.join(", ", parts));
  }
}
