package dev.escarole.web.cli.run;

import dev.escarole.engine.run.StepState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;

/**
 * Chooses which steps of a tree to show when not all fit: what failed and what runs first, each
 * with the groups around it. A group of which only some steps are shown gets one more line for the
 * rest. Used once, by one thread.
 */
final class TreeFold {

  private final TreeState state;
  private final StepTree tree;
  private final SkippedSiblings skipped;
  private final int[] total;
  private final int[] hidden;
  private final TreeSet<Integer> shown = new TreeSet<>();
  private int lines;

  private TreeFold(TreeState state, SkippedSiblings skipped) {
    this.state = state;
    this.tree = state.tree();
    this.skipped = skipped;
    this.total = tree.childCounts(this::isVisible);
    this.hidden = total.clone();
  }

  /** Indexes of the steps to show, in depth-first order, so that with folds they fit the rows. */
  static List<Integer> choose(TreeState state, SkippedSiblings skipped, int rows) {
    TreeFold fold = new TreeFold(state, skipped);
    List<List<Integer>> ranks = fold.ranks(rows);
    List<Integer> failed = ranks.get(0);
    // What failed must not crowd out what runs.
    fold.show(failed.subList(0, Math.min(failed.size(), rows / 4)), rows);
    fold.show(ranks.get(1), rows);
    ranks.forEach(rank -> fold.show(rank, rows));
    return List.copyOf(fold.shown);
  }

  /** The first steps of each rank; more than there are rows can never be shown. */
  private List<List<Integer>> ranks(int rows) {
    List<List<Integer>> ranks = new ArrayList<>();
    for (int rank = 0; rank <= rank(StepState.SKIPPED); rank++) {
      ranks.add(new ArrayList<>());
    }
    for (int i = 0; i < tree.size(); i++) {
      List<Integer> rank = ranks.get(rank(state.state(i)));
      if (isVisible(i) && rank.size() < rows) {
        rank.add(i);
      }
    }
    return ranks;
  }

  private boolean isVisible(int index) {
    return state.isVisible(index) && !skipped.isHidden(index);
  }

  private static int rank(StepState state) {
    return switch (state) {
      case FAILED, TIMEOUT, CANCELLED -> 0;
      case RUNNING, AWAITING, RECOVERING, STOPPING -> 1;
      case DELAYED, WAITING, QUEUED -> 2;
      case DONE -> 3;
      case PENDING -> 4;
      case SKIPPED -> 5;
    };
  }

  private void show(List<Integer> candidates, int rows) {
    for (int candidate : candidates) {
      if (lines >= rows) {
        return;
      }
      show(candidate, rows);
    }
  }

  private void show(int candidate, int rows) {
    Deque<Integer> chain = new ArrayDeque<>();
    int above = candidate;
    while (above != StepTree.NO_PARENT && !shown.contains(above)) {
      chain.push(above);
      above = tree.parent(above);
    }
    int cost = cost(chain, above);
    if (lines + cost <= rows) {
      lines += cost;
      chain.forEach(this::reveal);
    }
  }

  /** Lines that the chain of steps takes below the step {@code above}, which is shown already. */
  private int cost(Deque<Integer> chain, int above) {
    int cost = chain.size();
    if (chain.isEmpty()) {
      return 0;
    }
    if (above != StepTree.NO_PARENT) {
      boolean foldBefore = hidden[above] < total[above] && hidden[above] > 0;
      boolean foldAfter = hidden[above] > 1;
      cost += (foldAfter ? 1 : 0) - (foldBefore ? 1 : 0);
    }
    int last = chain.getLast();
    for (int step : chain) {
      cost += step != last && total[step] > 1 ? 1 : 0;
    }
    return cost;
  }

  private void reveal(int index) {
    shown.add(index);
    if (tree.parent(index) != StepTree.NO_PARENT) {
      hidden[tree.parent(index)]--;
    }
  }
}
