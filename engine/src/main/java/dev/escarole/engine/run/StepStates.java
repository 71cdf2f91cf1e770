package dev.escarole.engine.run;

import dev.escarole.engine.plan.Step;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where every step of a run stands. All changes of state go through {@link #move} and {@link #end},
 * which hold them against the table in {@link StepState} and report them. Confined to the thread
 * that drives the machine.
 */
final class StepStates {

  private final RunTree tree;
  private final List<Effect> effects;
  private final StepState[] states;
  private final @Nullable StepResult[] results;
  private final @Nullable Content[] inputs;

  /** Per parallel node, the join of its present attempt. */
  private final SortedMap<Integer, Join> joins = new TreeMap<>();

  /** Attempts of the step in the present attempt of the group around it. */
  private final int[] attempts;

  /** Attempts of the step over the whole run. */
  private final int[] tries;

  /** Steps directly inside, recovery included, that have begun and not ended. */
  private final int[] active;

  /**
   * @param effects where changes are reported; the machine empties it
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

  /** What the step came to, or null while it has not ended. */
  @Nullable StepResult result(Step step) {
    return results[step.index()];
  }

  /** What an ended step came to. */
  StepResult ended(Step step) {
    StepResult result = results[step.index()];
    if (result == null) {
      throw new IllegalStateException("BUG: step " + step.path() + " has no result yet");
    }
    return result;
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

  /** Notes that the step has begun with this input, which every attempt of it reads. */
  void begin(Step step, Content stdin) {
    inputs[step.index()] = stdin;
    attempts[step.index()] = 0;
    active(tree.parent(step), 1);
  }

  Content input(Step step) {
    Content input = inputs[step.index()];
    if (input == null) {
      throw new IllegalStateException("BUG: step " + step.path() + " has no input");
    }
    return input;
  }

  /** How many steps inside this one have begun and not ended. */
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

  /** Counts an attempt that begins. */
  void countAttempt(Step step) {
    attempts[step.index()]++;
    tries[step.index()]++;
  }

  /** How many attempts of the step have begun since it began itself. */
  int attempts(Step step) {
    return attempts[step.index()];
  }

  boolean hasAttemptsLeft(Step step) {
    return attempts[step.index()] < step.controls().retry();
  }

  /** How many attempts of the step have begun in the whole run. */
  int tries(Step step) {
    return tries[step.index()];
  }

  /** Lets go of an output that has been read by all that read it. */
  void releaseOutput(Step step) {
    results[step.index()] = ended(step).withStdout(Content.EMPTY);
  }

  /** Sets everything inside the step, from one index up to another, back to the start. */
  void reset(int from, int to) {
    joins.subMap(from, to).clear();
    for (int i = from; i < to; i++) {
      results[i] = null;
      if (states[i] != StepState.PENDING) {
        change(tree.plan().step(i), StepState.PENDING, null);
      }
    }
  }

  /** Marks what was not reached among the children of a step that ended early. */
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

  /** Whether the inner step is no part of a recovery that the outer is no part of. */
  private boolean isInSameTree(Step outer, Step inner) {
    return tree.isInsideRecovery(outer) == tree.isInsideRecovery(inner);
  }
}
