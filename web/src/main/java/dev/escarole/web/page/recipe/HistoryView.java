package dev.escarole.web.page.recipe;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.recipe.RecipeDocument;
import dev.escarole.web.app.recipe.RecipeHead;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.page.words.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The last runs of a recipe, newest first.
 *
 * @param calendar its runs by day, and planned times
 * @param now when it was read
 */
public record HistoryView(
    RecipeHead.History figures, List<RunHead> runs, CalendarView calendar, Instant now) {

  /** Height of a bar, in its own units. */
  public static final int HEIGHT = 48;

  private static final int LOWEST = 4;

  /**
   * A run: the longer it took, or has taken so far, the higher its bar.
   *
   * @param words the same as text
   */
  public record Bar(String run, int y, int height, String status, String words) {}

  static HistoryView of(RecipeDocument recipe, Instant now) {
    return new HistoryView(
        Objects.requireNonNull(recipe.head().history()),
        recipe.runs(),
        CalendarView.of(recipe.head().name(), Objects.requireNonNull(recipe.calendar()), now),
        now);
  }

  /** One bar for each run, oldest first. */
  public List<Bar> bars() {
    long longest = Math.max(1, runs.stream().mapToLong(this::known).max().orElse(1));
    List<Bar> bars = new ArrayList<>();
    for (int i = runs.size() - 1; i >= 0; i--) {
      RunHead run = runs.get(i);
      double share = known(run) / (double) longest;
      int height = LOWEST + (int) Math.round(share * (HEIGHT - LOWEST));
      bars.add(new Bar(run.run(), HEIGHT - height, height, run.status().word(), words(run)));
    }
    return bars;
  }

  private String words(RunHead run) {
    String duration = Words.duration(duration(run));
    String took = duration.isEmpty() ? "" : run.hasEnded() ? " in " + duration : " for " + duration;
    return "%s%s, %s".formatted(run.status().word(), took, Words.ago(run.startedAt(), now));
  }

  /** How long a run took, or has taken so far; null if that is not known. */
  private @Nullable Long duration(RunHead run) {
    boolean goesOn = run.status() == RunStatus.RUNNING || run.status() == RunStatus.WAITING;
    return goesOn ? Words.millis(run.startedAt(), now) : run.durationMillis();
  }

  private long known(RunHead run) {
    Long millis = duration(run);
    return millis == null ? 0 : millis;
  }

  /** How long a run took, or has taken so far, in words; empty if that is not known. */
  public String took(RunHead run) {
    return Words.duration(duration(run));
  }

  /** The bars as one text. */
  public String inWords() {
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
