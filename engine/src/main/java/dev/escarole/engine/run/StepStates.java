package dev.escarole.engine.run;

import dev.escarole.engine.plan.Step;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The states of all steps of a run. All changes go through {@link #move} and {@link #end}, which
 * check them against the table in {@link StepState} and report them. Confined to the thread that
 * drives the machine.
 */
final class StepStates {

  private final RunTree tree;
  private final List<Effect> effects;
  private final StepState[] states;
  private final @Nullable StepResult[] results;
  private final @Nullable Content[] inputs;

  /** The join of the current attempt of each parallel node. */
  private final SortedMap<Integer, Join> joins = new TreeMap<>();

  /** Attempts of each step in the current attempt of its group. */
  private final int[] attempts;

  /** Attempts of each step in the whole run. */
  private final int[] tries;

  /** Number of started and not ended steps directly inside, including the recovery. */
  private final int[] active;

  /**
   * @param effects receives the changes; cleared by the machine
   */
  StepStates(RunTree tree, List<Effect> effects) {
    int size = tree.size();
    this.tree = tree;
    this.effects = effects;
    this.states = new StepState[size];
    this.results = new StepResult[size];
    this.inputs = new Content[size];
    this.attempts = new int[size];
    this.tries = new int[size];
    this.active = new int[size];
    Arrays.fill(states, StepState.PENDING);
  }

  StepState state(Step step) {
    return states[step.index()];
  }

  boolean is(Step step, StepState state) {
    return states[step.index()] == state;
  }

  @Nullable StepResult result(Step step) {
    return results[step.index()];
  }

  StepResult ended(Step step) {
    return Objects.requireNonNull(results[step.index()], "BUG: a step has no result yet");
  }

  void join(Step parallel, Join join) {
    joins.put(parallel.index(), join);
  }

  List<Join> joins() {
    return List.copyOf(joins.values());
  }

  void move(Step step, StepState next) {
    change(step, next, null);
  }

  void end(Step step, StepResult result) {
    results[step.index()] = result;
    inputs[step.index()] = null;
    change(step, result.status().state(), result);
    active(tree.parent(step), -1);
  }

  private void change(Step step, StepState next, @Nullable StepResult result) {
    StepState now = states[step.index()];
    if (!now.permits(next)) {
      throw new IllegalStateException(
          "BUG: step %s cannot pass from %s to %s".formatted(step.path(), now.word(), next.word()));
    }
    states[step.index()] = next;
    effects.add(new Effect.StepChanged(step, next, result));
  }

  /** Records the start of a step with its input, which all its attempts read. */
  void begin(Step step, Content stdin) {
    inputs[step.index()] = stdin;
    attempts[step.index()] = 0;
    active(tree.parent(step), 1);
  }

  Content input(Step step) {
    return Objects.requireNonNull(inputs[step.index()], "BUG: a step has no input");
  }

  int active(Step step) {
    return active[step.index()];
  }

  private void active(@Nullable Step owner, int change) {
    if (owner != null) {
      active[owner.index()] += change;
    }
  }

  boolean isFirstAttempt(Step step) {
    return attempts[step.index()] == 0;
  }

  void countAttempt(Step step) {
    attempts[step.index()]++;
    tries[step.index()]++;
  }

  int attempts(Step step) {
    return attempts[step.index()];
  }

  boolean hasAttemptsLeft(Step step) {
    return attempts[step.index()] < step.controls().retry();
  }

  int tries(Step step) {
    return tries[step.index()];
  }

  /** Releases an output that is no longer needed. */
  void releaseOutput(Step step) {
    results[step.index()] = ended(step).withStdout(Content.EMPTY);
  }

  /** Resets all steps from one index up to another to their initial state. */
  void reset(int from, int to) {
    joins.subMap(from, to).clear();
    for (int i = from; i < to; i++) {
      results[i] = null;
      if (states[i] != StepState.PENDING) {
        change(tree.plan().step(i), StepState.PENDING, null);
      }
    }
  }

  /** Marks the children that were not reached as skipped. */
  void skipUnreached(Step step, String reason) {
    for (int i = step.index() + 1; i < tree.endOfChildren(step); i++) {
      Step inner = tree.plan().step(i);
      if (states[i] == StepState.PENDING && isInSameTree(step, inner)) {
        StepResult skipped = StepResult.skipped(Content.EMPTY, reason);
        results[i] = skipped;
        change(inner, StepState.SKIPPED, skipped);
      }
    }
  }

  /** Whether both steps are inside a recovery, or neither is. */
  private boolean isInSameTree(Step outer, Step inner) {
    return tree.isInsideRecovery(outer) == tree.isInsideRecovery(inner);
  }
}
