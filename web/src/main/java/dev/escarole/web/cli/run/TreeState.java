package dev.escarole.web.cli.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.run.StepPicture;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How far the steps of a tree have come. Not thread-safe; {@link #copy} gives others their own. */
public final class TreeState {

  private static final long NEVER = Long.MIN_VALUE;

  private final StepTree tree;
  private final StepState[] states;
  private final long[] began;
  private final long[] ended;
  private final Map<Integer, String> notes;

  /** For steps that wait for their next attempt, until when in milliseconds since 1970. */
  private final Map<Integer, Long> waits;

  private TreeState(
      StepTree tree,
      StepState[] states,
      long[] began,
      long[] ended,
      Map<Integer, String> notes,
      Map<Integer, Long> waits) {
    this.waits = waits;
    this.tree = tree;
    this.states = states;
    this.began = began;
    this.ended = ended;
    this.notes = notes;
  }

  static TreeState pending(StepTree tree) {
    StepState[] states = new StepState[tree.size()];
    long[] began = new long[tree.size()];
    long[] ended = new long[tree.size()];
    Arrays.fill(states, StepState.PENDING);
    Arrays.fill(began, NEVER);
    Arrays.fill(ended, NEVER);
    return new TreeState(tree, states, began, ended, new HashMap<>(), new HashMap<>());
  }

  /** A tree as it was left. */
  public static TreeState of(List<StepPicture> steps) {
    TreeState state = pending(StepTree.of(steps));
    for (int i = 0; i < steps.size(); i++) {
      StepPicture step = steps.get(i);
      state.states[i] = state(step.status());
      Instant start = step.startedAt();
      Long millis = step.durationMillis();
      if (start != null) {
        state.began[i] = start.toEpochMilli();
        state.ended[i] = millis == null ? NEVER : start.toEpochMilli() + millis;
      }
    }
    return state;
  }

  /** The state that goes with the word of a step; a join that lost something has ended, too. */
  static StepState state(String word) {
    return Arrays.stream(StepState.values())
        .filter(state -> state.word().equals(word))
        .findFirst()
        .orElse(StepState.DONE);
  }

  TreeState copy() {
    return new TreeState(
        tree,
        states.clone(),
        began.clone(),
        ended.clone(),
        new HashMap<>(notes),
        new HashMap<>(waits));
  }

  void change(int index, StepState state, Instant at) {
    long millis = at.toEpochMilli();
    if (state == StepState.PENDING) {
      began[index] = NEVER;
      notes.remove(index);
    } else if (began[index] == NEVER && !state.isEnded()) {
      began[index] = millis;
    }
    ended[index] = state.isEnded() ? millis : NEVER;
    waits.remove(index);
    states[index] = state;
  }

  void waitUntil(int index, Instant until) {
    waits.put(index, until.toEpochMilli());
  }

  /** How long the step still waits for its next attempt; -1 if it does not. */
  long waitMillis(int index, Instant now) {
    Long until = waits.get(index);
    return until == null ? -1 : Math.max(0, until - now.toEpochMilli());
  }

  /** Says something about a step, in place of what was said before. */
  public void note(int index, String text) {
    notes.put(index, text);
  }

  public StepTree tree() {
    return tree;
  }

  StepState state(int index) {
    return states[index];
  }

  /** Why it failed, or null when there is nothing to say. */
  public @Nullable String note(int index) {
    return notes.get(index);
  }

  /** How long the step took or has been taking; -1 if it never began. */
  long millis(int index, Instant now) {
    if (began[index] == NEVER) {
      return -1;
    }
    long end = ended[index] == NEVER ? now.toEpochMilli() : ended[index];
    return Math.max(0, end - began[index]);
  }

  /** Whether there is anything to show: a recovery that has not begun is hidden. */
  boolean isVisible(int index) {
    return states[index] != StepState.PENDING || !tree.isInRecovery(index);
  }
}
