package dev.escarole.engine.run;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** States of a step, with their permitted transitions. */
public enum StepState {
  /** Not reached yet. */
  PENDING(false),
  /** Waits for its {@code delay} to pass; holds no worker and no slot. */
  DELAYED(false),
  /** Ready, but the concurrency limit of an enclosing parallel node is reached. */
  QUEUED(false),
  /** An attempt is running. */
  RUNNING(false),
  /** Waits for people or a program outside; holds no worker and no slot. */
  AWAITING(false),
  /** Waits for the next attempt after a failed one; holds no worker and no slot. */
  WAITING(false),
  /** The recovery after a failed attempt is running. */
  RECOVERING(false),
  /** Was stopped and waits for what still runs inside it. */
  STOPPING(false),
  /** Ended with success. */
  DONE(true),
  /** Ended with a failure. */
  FAILED(true),
  /** Ended because of a time limit. */
  TIMEOUT(true),
  /** Did not run: its condition was false, or an earlier failure ended the branch. */
  SKIPPED(true),
  /** Was cancelled before it ended. */
  CANCELLED(true);

  private static final Map<StepState, Set<StepState>> NEXT = new EnumMap<>(StepState.class);

  static {
    allow(PENDING, DELAYED, QUEUED, RUNNING, AWAITING, SKIPPED, CANCELLED);
    allow(DELAYED, QUEUED, RUNNING, AWAITING, CANCELLED);
    allow(QUEUED, RUNNING, AWAITING, CANCELLED, FAILED, TIMEOUT);
    allow(WAITING, QUEUED, RUNNING, AWAITING, CANCELLED, FAILED, TIMEOUT);
    NEXT.put(RUNNING, EnumSet.complementOf(EnumSet.of(PENDING, DELAYED, AWAITING)));
    allow(
        AWAITING,
        AWAITING,
        QUEUED,
        WAITING,
        RECOVERING,
        STOPPING,
        DONE,
        FAILED,
        TIMEOUT,
        CANCELLED);
    allow(RECOVERING, QUEUED, RUNNING, AWAITING, WAITING, STOPPING, FAILED, TIMEOUT, CANCELLED);
    allow(
        STOPPING, QUEUED, RUNNING, AWAITING, WAITING, RECOVERING, DONE, FAILED, TIMEOUT, CANCELLED);
    // A group's next attempt resets everything inside it.
    for (StepState ended : EnumSet.of(DONE, FAILED, TIMEOUT, SKIPPED, CANCELLED)) {
      allow(ended, PENDING);
    }
  }

  private final boolean ended;
  private final String word = name().toLowerCase(Locale.ROOT);

  StepState(boolean ended) {
    this.ended = ended;
  }

  /** Whether the step has ended in the current attempt of its group. */
  public boolean isEnded() {
    return ended;
  }

  /** Whether a transition to the other state is permitted. */
  public boolean permits(StepState next) {
    return NEXT.getOrDefault(this, Set.of()).contains(next);
  }

  /** The state in lower case, as stored and printed. */
  public String word() {
    return word;
  }

  private static void allow(StepState from, StepState first, StepState... others) {
    NEXT.put(from, EnumSet.of(first, others));
  }

  /**
   * The state with this word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static StepState ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
