package dev.escarole.web.page.draw;

import dev.escarole.engine.run.RunCounts;
import dev.escarole.web.page.words.Words;
import java.util.ArrayList;
import java.util.List;

/**
 * A bar that shows how many items are in each state. Immutable.
 *
 * @param parts from left to right
 * @param words the same as text, for screen readers, such as {@code 2 failed, 8 done}
 */
public record Bar(List<Part> parts, String words) {

  /** How wide a whole bar is, in its own units. */
  public static final int WIDTH = 1000;

  /** A small share stays visible. */
  private static final int LEAST = 12;

  /**
   * One part.
   *
   * @param word the state
   * @param x where it begins, 0 to {@value #WIDTH}
   */
  public record Part(String word, int x, int width) {}

  /**
   * How many are in a state.
   *
   * @param word the state
   */
  public record Share(String word, int number) {}

  /** A bar of these shares; those of nothing are left out. */
  public static Bar of(List<Share> shares) {
    List<Share> there = shares.stream().filter(share -> share.number() > 0).toList();
    long total = there.stream().mapToLong(Share::number).sum();
    int spare = WIDTH - LEAST * there.size();
    List<Part> parts = new ArrayList<>();
    List<String> words = new ArrayList<>();
    long before = 0;
    int x = 0;
    for (Share share : there) {
      before += share.number();
      int end = LEAST * (parts.size() + 1) + (int) (spare * before / total);
      parts.add(new Part(share.word(), x, end - x));
      words.add(Words.number(share.number()) + " " + share.word());
      x = end;
    }
    return new Bar(parts, String.join(", ", words));
  }

  /** A bar of these counts, what came through first. */
  public static Bar of(RunCounts.Tally tally) {
    return of(
        List.of(
            new Share("done", tally.done()),
            new Share("failed", tally.failed()),
            new Share("cancelled", tally.cancelled()),
            new Share("skipped", tally.skipped()),
            new Share("running", tally.running()),
            new Share("pending", tally.pending())));
  }

  public boolean isEmpty() {
    return parts.isEmpty();
  }
}
