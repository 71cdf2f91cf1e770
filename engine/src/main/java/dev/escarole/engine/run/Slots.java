package dev.escarole.engine.run;

import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.Step;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Enforces the {@code concurrency} limits of parallel nodes.
 *
 * <p>A branch of a limited node holds one slot while anything in it runs. A branch in which
 * everything waits for a delay or a retry releases its slot and reacquires one to continue, so that
 * waiting never blocks a sibling. Nested limits are acquired from the outside in. Confined to the
 * thread that drives the machine.
 */
final class Slots {

  private static final int NONE = -1;

  private final RunTree tree;

  /** For each step, the nearest branch of a limited node that it is or is inside. */
  private final int[] branch;

  private final boolean[] holds;

  /** Number of running leaves per branch. */
  private final int[] running;

  private final Map<Integer, Cap> caps = new HashMap<>();

  /** Branches that may no longer need their slot since the last review. */
  private final Set<Step> toReview = new LinkedHashSet<>();

  /** Limits with waiting steps. */
  private final Set<Cap> crowded = new LinkedHashSet<>();

  private static final class Cap {
    private final int most;
    private final Deque<Step> waiting = new ArrayDeque<>();
    private int held;

    Cap(int most) {
      this.most = most;
    }
  }

  Slots(RunTree tree) {
    this.tree = tree;
    this.branch = new int[tree.size()];
    this.holds = new boolean[tree.size()];
    this.running = new int[tree.size()];
    Arrays.fill(branch, NONE);
    for (Step step : tree.plan().steps()) {
      place(step);
    }
  }

  private void place(Step step) {
    Step parent = tree.parent(step);
    if (step instanceof GroupStep && step.controls().concurrency() > 0) {
      caps.put(step.index(), new Cap(step.controls().concurrency()));
    }
    if (parent == null) {
      return;
    }
    boolean capped = caps.containsKey(parent.index()) && !tree.isRecovery(step);
    branch[step.index()] = capped ? step.index() : branch[parent.index()];
  }

  /**
   * Acquires every slot that the step needs.
   *
   * @return false if one was not free; the step is then queued and offered again by {@link #review}
   */
  boolean acquire(Step step) {
    return caps.isEmpty() || acquire(step, branch[step.index()]);
  }

  private boolean acquire(Step step, int innermost) {
    if (innermost == NONE) {
      return true;
    }
    Step node = node(innermost);
    if (!acquire(step, branch[node.index()])) {
      return false;
    }
    if (holds[innermost]) {
      return true;
    }
    Cap cap = cap(node);
    toReview.add(tree.plan().step(innermost));
    if (cap.held >= cap.most) {
      cap.waiting.add(step);
      crowded.add(cap);
      return false;
    }
    cap.held++;
    holds[innermost] = true;
    return true;
  }

  void leafRuns(Step leaf, boolean starts) {
    for (int b = branch[leaf.index()]; b != NONE; b = branch[node(b).index()]) {
      running[b] += starts ? 1 : -1;
      toReview.add(tree.plan().step(b));
    }
  }

  /**
   * Releases the slots of branches in which nothing runs, and offers them to waiting steps.
   *
   * @param stillWaits whether a queued step is still waiting
   * @param next receives the steps that should try again
   */
  void review(Predicate<Step> stillWaits, Consumer<Step> next) {
    for (Step candidate : toReview) {
      int index = candidate.index();
      if (holds[index] && running[index] == 0) {
        holds[index] = false;
        cap(node(index)).held--;
      }
    }
    toReview.clear();
    for (Cap cap : List.copyOf(crowded)) {
      callUp(cap, stillWaits, next);
    }
  }

  private void callUp(Cap cap, Predicate<Step> stillWaits, Consumer<Step> next) {
    int free = cap.most - cap.held;
    while (free > 0 && !cap.waiting.isEmpty()) {
      Step first = cap.waiting.remove();
      if (stillWaits.test(first)) {
        next.accept(first);
        free--;
      }
    }
    if (cap.waiting.isEmpty()) {
      crowded.remove(cap);
    }
  }

  private Step node(int branchIndex) {
    return Objects.requireNonNull(tree.parent(tree.plan().step(branchIndex)));
  }

  private Cap cap(Step node) {
    return Objects.requireNonNull(caps.get(node.index()));
  }
}
