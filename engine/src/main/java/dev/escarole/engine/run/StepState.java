package dev.escarole.engine.run;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Where a step is on its way; the one table of permitted transitions stands in here. */
public enum StepState {
  /** Not reached yet. */
  PENDING(false),
  /** Waits for its {@code delay} to pass; holds no worker and no slot. */
  DELAYED(false),
  /** Ready, but the concurrency cap of a parallel node above it is used up. */
  QUEUED(false),
  /** An attempt is under way. */
  RUNNING(false),
  /** An attempt failed and the time before the next one passes; holds no worker and no slot. */
  WAITING(false),
  /** An attempt failed and the recovery runs before the next one. */
  RECOVERING(false),
  /** Was told to stop and waits for what still runs inside it. */
  STOPPING(false),
  /** Ended with success. */
  DONE(true),
  /** Ended with a failure. */
  FAILED(true),
  /** Ended because its time was up. */
  TIMEOUT(true),
  /** Did not run: its condition was false, or what came before it ended the branch. */
  SKIPPED(true),
  /** Was stopped from outside before it ended. */
  CANCELLED(true);

  private static final Map<StepState, Set<StepState>> NEXT = new EnumMap<>(StepState.class);

  static {
    allow(PENDING, DELAYED, QUEUED, RUNNING, SKIPPED, CANCELLED);
    allow(DELAYED, QUEUED, RUNNING, CANCELLED);
    allow(QUEUED, RUNNING, CANCELLED, FAILED, TIMEOUT);
    allow(WAITING, QUEUED, RUNNING, CANCELLED, FAILED, TIMEOUT);
    allow(
        RUNNING,
        RUNNING,
        QUEUED,
        WAITING,
        RECOVERING,
        STOPPING,
        DONE,
        FAILED,
        TIMEOUT,
        SKIPPED,
        CANCELLED);
    allow(RECOVERING, QUEUED, RUNNING, WAITING, STOPPING, FAILED, TIMEOUT, CANCELLED);
    allow(STOPPING, QUEUED, RUNNING, WAITING, RECOVERING, DONE, FAILED, TIMEOUT, CANCELLED);
    // A group's next attempt starts all that is inside it afresh.
    for (StepState ended : EnumSet.of(DONE, FAILED, TIMEOUT, SKIPPED, CANCELLED)) {
      allow(ended, PENDING);
    }
  }

  private final boolean ended;

  StepState(boolean ended) {
    this.ended = ended;
  }

  /** Whether nothing more happens to the step in the group's present attempt. */
  public boolean isEnded() {
    return ended;
  }

  /** Whether a step in this state may pass to the other. */
  public boolean permits(StepState next) {
    return NEXT.getOrDefault(this, Set.of()).contains(next);
  }

  /** The state in lower case, as stored and printed. */
  public String word() {
    return switch (this) {
      case PENDING -> "pending";
      case DELAYED -> "delayed";
      case QUEUED -> "queued";
      case RUNNING -> "running";
      case WAITING -> "waiting";
      case RECOVERING -> "recovering";
      case STOPPING -> "stopping";
      case DONE -> "done";
      case FAILED -> "failed";
      case TIMEOUT -> "timeout";
      case SKIPPED -> "skipped";
      case CANCELLED -> "cancelled";
    };
  }

  private static void allow(StepState from, StepState first, StepState... others) {
    NEXT.put(from, EnumSet.of(first, others));
  }

  /**
   * The state of a word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static StepState ofWord(String word) {
    for (StepState state : values()) {
      if (state.word().equals(word)) {
        return state;
      }
    }
    throw new IllegalArgumentException("no state is called '" + word + "'");
  }
}
