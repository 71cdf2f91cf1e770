package dev.escarole.web.cli.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.cli.text.TextFormat;
import java.util.Arrays;
import java.util.Objects;

/**
 * Finds steps that need no line of their own: those skipped for the same reason as the sibling
 * before them, when there are many, with all that is inside them. The first of them stands for all.
 * Immutable.
 */
final class SkippedSiblings {

  private static final int NONE = -1;

  private final TreeState state;
  private final StepTree tree;

  /** Of each step, how many it stands for: 1, or 0 if another step stands for it. */
  private final int[] standsFor;

  /** Of each step, the last of those that it stands for. */
  private final int[] last;

  /** Of each step, the first of the unbroken row of like siblings that it is in. */
  private final int[] firsts;

  private SkippedSiblings(TreeState state, boolean folds) {
    this.state = state;
    this.tree = state.tree();
    this.standsFor = new int[tree.size()];
    this.last = new int[tree.size()];
    this.firsts = firsts();
    Arrays.fill(standsFor, 1);
    Arrays.setAll(last, i -> i);
    if (folds) {
      fold();
    }
  }

  /**
   * Looks at steps as they are now.
   *
   * @param folds false: each step has a line of its own
   */
  static SkippedSiblings of(TreeState state, boolean folds) {
    return new SkippedSiblings(state, folds);
  }

  private int[] firsts() {
    int[] found = new int[tree.size()];
    int[] before = new int[tree.size()];
    Arrays.fill(before, NONE);
    for (int i = 0; i < tree.size(); i++) {
      int parent = tree.parent(i);
      found[i] = i;
      if (parent != StepTree.NO_PARENT && !tree.isRecovery(i)) {
        int sibling = before[parent];
        before[parent] = i;
        found[i] = sibling != NONE && isLike(sibling, i) ? found[sibling] : i;
      }
    }
    return found;
  }

  private boolean isLike(int one, int other) {
    return tree.isLeaf(one) == tree.isLeaf(other)
        && state.state(one) == StepState.SKIPPED
        && state.state(other) == StepState.SKIPPED
        && Objects.equals(state.note(one), state.note(other));
  }

  private void fold() {
    int[] rows = new int[tree.size()];
    for (int first : firsts) {
      rows[first]++;
    }
    for (int i = 0; i < tree.size(); i++) {
      int first = firsts[i];
      int parent = tree.parent(i);
      if (parent != StepTree.NO_PARENT && isInside(parent)) {
        standsFor[i] = 0;
      } else if (rows[first] > SkippedSteps.FEW) {
        standsFor[i] = i == first ? rows[first] : 0;
        last[first] = i;
      }
    }
  }

  /** Whether what is inside the step is told with it. */
  private boolean isInside(int parent) {
    return standsFor[parent] != 1;
  }

  /** The step that stands for this one, if one does. */
  int first(int index) {
    return firsts[index];
  }

  boolean isHidden(int index) {
    return standsFor[index] == 0;
  }

  /** Whether the line of this step tells of others, too. */
  boolean isRow(int index) {
    return standsFor[index] > 1;
  }

  /** What the line of the step says in place of its title. */
  String title(int index) {
    boolean leaf = tree.isLeaf(index);
    return TextFormat.count(
            standsFor[index], leaf ? "command" : "step", leaf ? "commands" : "steps")
        + " skipped, "
        + tree.node(index).path()
        + " to "
        + tree.node(last[index]).path();
  }
}
