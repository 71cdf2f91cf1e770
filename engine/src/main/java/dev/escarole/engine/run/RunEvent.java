package dev.escarole.engine.run;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Step;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An event of a run. */
public sealed interface RunEvent {

  RunId run();

  Instant at();

  /** The run was stored and starts. */
  record RunStarted(RunId run, Instant at) implements RunEvent {}

  /**
   * The run was resumed after an interruption.
   *
   * @param attemptsKept attempts with a recorded end, which do not run again
   * @param leavesAgain leaves without a recorded end, which run again
   */
  record RunResumed(RunId run, Instant at, int attemptsKept, int leavesAgain) implements RunEvent {}

  /** A step's timer elapsed. */
  record TimerElapsed(RunId run, Instant at, Step step, Effect.Timer timer) implements RunEvent {}

  /**
   * A cancellation was requested.
   *
   * @param step the step to cancel, or null for the whole run
   */
  record CancelAsked(RunId run, Instant at, @Nullable Step step) implements RunEvent {}

  /**
   * A step changed its state.
   *
   * @param result its result, or null if it has not ended
   * @param until end of the wait of a {@link StepState#WAITING} step; null in other states
   */
  record StepChanged(
      RunId run,
      Instant at,
      Step step,
      StepState state,
      @Nullable StepResult result,
      @Nullable Instant until)
      implements RunEvent {

    /** A change to another state than {@link StepState#WAITING}. */
    public StepChanged(
        RunId run, Instant at, Step step, StepState state, @Nullable StepResult result) {
      this(run, at, step, state, result, null);
    }
  }

  /** A worker started an attempt of a leaf. */
  record AttemptStarted(RunId run, Instant at, LeafStep step, int attempt, Content stdin)
      implements RunEvent {}

  /** An attempt of a leaf ended. */
  record AttemptEnded(
      RunId run, Instant at, LeafStep step, int attempt, LeafResult result, long durationMillis)
      implements RunEvent {}

  /** A parallel node joined its branches. */
  record JoinDecided(RunId run, Instant at, Join join) implements RunEvent {}

  /**
   * The run is over; nothing follows.
   *
   * @param counts final counts of its leaves and branches; null if not counted
   */
  record RunEnded(RunId run, Instant at, RunResult result, @Nullable RunCounts counts)
      implements RunEvent {}
}
