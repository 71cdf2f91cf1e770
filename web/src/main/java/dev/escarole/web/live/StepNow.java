package dev.escarole.web.live;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.StepResult;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.StoredStep;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a step has come. Immutable.
 *
 * @param attempt the latest try of a leaf, from 1; 0 if unknown or none
 * @param startedAt when it last began; null if it did not
 * @param endedAt null while it has not ended
 * @param until when a waiting step tries again; null in other states
 * @param ending null while it has not ended
 */
record StepNow(
    String path,
    StepState state,
    int attempt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable Instant until,
    @Nullable Ending ending) {

  /**
   * What a step came to.
   *
   * @param outcome the word of its outcome
   * @param reason why it was skipped or stopped, or null
   */
  record Ending(@Nullable String outcome, @Nullable Integer exitCode, @Nullable String reason) {}

  /** A step that nothing has happened to. */
  static StepNow pending(String path) {
    return new StepNow(path, StepState.PENDING, 0, null, null, null, null);
  }

  /** As the store has it. */
  static StepNow of(StoredStep step) {
    StoredStep.Progress progress = step.progress();
    Ending ending =
        progress.state().isEnded()
            ? new Ending(progress.outcome(), progress.exitCode(), progress.reason())
            : null;
    return new StepNow(
        step.place().path(),
        progress.state(),
        0,
        progress.startedAt(),
        progress.endedAt(),
        null,
        ending);
  }

  /** The same after one more transition. */
  StepNow after(RunEvent.StepChanged change) {
    StepState next = change.state();
    boolean afresh = next == StepState.PENDING;
    boolean begins = startedAt == null && next == StepState.RUNNING;
    return new StepNow(
        path,
        next,
        afresh ? 0 : attempt,
        afresh ? null : begins ? change.at() : startedAt,
        next.isEnded() ? change.at() : null,
        change.until(),
        ending(change.result()));
  }

  private static @Nullable Ending ending(@Nullable StepResult result) {
    if (result == null) {
      return null;
    }
    Outcome outcome = result.outcome();
    return new Ending(outcome.word(), outcome.exitCode(), result.reason());
  }

  /** The same when this attempt has been taken up. */
  StepNow atAttempt(int number) {
    return new StepNow(path, state, number, startedAt, endedAt, until, ending);
  }

  /** How long it took; null while it has not ended, 0 if it ended without having begun. */
  @Nullable Long durationMillis() {
    if (endedAt == null) {
      return null;
    }
    return startedAt == null ? 0 : Math.max(0, Duration.between(startedAt, endedAt).toMillis());
  }
}
