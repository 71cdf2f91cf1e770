package dev.escarole.engine.run;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Step;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Something that happened in a run, in the order in which it happened. */
public sealed interface RunEvent {

  RunId run();

  Instant at();

  /** The run was stored and begins. */
  record RunStarted(RunId run, Instant at) implements RunEvent {}

  /**
   * The run goes on after its engine had gone away.
   *
   * @param attemptsKept attempts whose end was on record; they do not run again
   * @param leavesAgain leaves that run again because their end was not on record
   */
  record RunResumed(RunId run, Instant at, int attemptsKept, int leavesAgain) implements RunEvent {}

  /** The time of a step's timer has come. */
  record TimerElapsed(RunId run, Instant at, Step step, Effect.Timer timer) implements RunEvent {}

  /**
   * Somebody cancels.
   *
   * @param step what is to be stopped, or null for the whole run
   */
  record CancelAsked(RunId run, Instant at, @Nullable Step step) implements RunEvent {}

  /**
   * A step passed to another state.
   *
   * @param result what it came to, or null while it has not ended
   * @param until when the wait of a {@link StepState#WAITING} step is over; null in other states
   */
  record StepChanged(
      RunId run,
      Instant at,
      Step step,
      StepState state,
      @Nullable StepResult result,
      @Nullable Instant until)
      implements RunEvent {

    /** A step passed to a state in which it does not wait for a known time. */
    public StepChanged(
        RunId run, Instant at, Step step, StepState state, @Nullable StepResult result) {
      this(run, at, step, state, result, null);
    }
  }

  /** A worker took an attempt of a leaf up. */
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
   * @param counts how its leaves and branches ended; null if nobody counted
   */
  record RunEnded(RunId run, Instant at, RunResult result, @Nullable RunCounts counts)
      implements RunEvent {

    /** The end of a run whose steps nobody counted. */
    public RunEnded(RunId run, Instant at, RunResult result) {
      this(run, at, result, null);
    }
  }
}
