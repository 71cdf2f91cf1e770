package dev.escarole.web.live;

import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended. Immutable.
 *
 * @param accepted whether the author agreed to how it ended; null if nobody knows
 * @param counts null if nobody counted
 * @param error why it failed or was cancelled, as the store has it; null if unknown or if it did
 *     not
 */
record RunEnd(
    RunStatus status,
    @Nullable Boolean accepted,
    Instant startedAt,
    Instant endedAt,
    @Nullable RunCounts counts,
    @Nullable String error) {

  static RunEnd of(RunEvent.RunEnded event) {
    Instant start = event.result().span().startedAt();
    RunResult result = event.result();
    return new RunEnd(result.status(), result.accepted(), start, event.at(), event.counts(), null);
  }

  /** Of a run that is over. */
  static RunEnd of(StoredRun run) {
    Instant ended = run.endedAt();
    Instant end = ended == null ? run.startedAt() : ended;
    return new RunEnd(
        run.status(), run.accepted(), run.startedAt(), end, run.counts(), run.error());
  }

  long durationMillis() {
    return Math.max(0, Duration.between(startedAt, endedAt).toMillis());
  }
}
