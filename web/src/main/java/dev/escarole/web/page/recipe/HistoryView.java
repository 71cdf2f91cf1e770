package dev.escarole.web.page.recipe;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.recipe.RecipeDocument;
import dev.escarole.web.app.recipe.RecipeHead;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.page.words.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The last runs of a recipe, newest first. */
public record HistoryView(RecipeHead.History figures, List<RunHead> runs) {

  /** Height of the chart, in its own units. */
  public static final int HEIGHT = 48;

  /** Width of a bar with its gap. */
  public static final int STEP = 12;

  private static final int LOWEST = 3;

  /** A bar: the longer the run took, the higher. */
  public record Bar(int x, int y, int height, String status, String title) {}

  static HistoryView of(RecipeDocument recipe) {
    return new HistoryView(Objects.requireNonNull(recipe.head().history()), recipe.runs());
  }

  /** One bar for each run, oldest first. */
  public List<Bar> bars() {
    long longest = Math.max(1, runs.stream().mapToLong(HistoryView::known).max().orElse(1));
    List<Bar> bars = new ArrayList<>();
    for (int i = runs.size() - 1; i >= 0; i--) {
      RunHead run = runs.get(i);
      double share = known(run) / (double) longest;
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

  /** The bars as text, for screen readers. */
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
