package dev.escarole.engine.store.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells people and programs when the database goes away and when it is back. The writer's thread
 * changes it, any thread reads it.
 */
final class Outage {

  private static final Logger log = LoggerFactory.getLogger(Outage.class);

  private final InstantSource clock;
  private volatile @Nullable Present present;

  Outage(InstantSource clock) {
    this.clock = clock;
  }

  /** The database has failed, for the first time or again; the next try is after the pause. */
  void failed(Throwable cause, long events, Duration pause) {
    Present before = present;
    if (before == null) {
      present = new Present(clock.instant(), String.valueOf(cause.getMessage()));
      log.warn(
          "The database is away. {} events wait; nothing is lost, runs wait once the journal is"
              + " full and go on by themselves when the database is back.",
          events,
          cause);
    } else {
      present = new Present(before.since, String.valueOf(cause.getMessage()));
      log.debug("The database is still away; the next try is in {}", pause, cause);
    }
  }

  /** The database has answered. */
  void over() {
    Present last = present;
    if (last != null) {
      present = null;
      Duration length = Duration.between(last.since, clock.instant());
      log.warn("The database is back after {}; runs go on. No action needed.", length);
    }
  }

  boolean isPresent() {
    return present != null;
  }

  /** How it is now. */
  JournalHealth health(long pending) {
    Present now = present;
    return now == null
        ? new JournalHealth(JournalHealth.State.RUNNING, null, null, pending)
        : new JournalHealth(JournalHealth.State.PAUSED, now.since, now.reason, pending);
  }

  /** An outage that lasts. */
  private static final class Present {
    final Instant since;
    final String reason;

    Present(Instant since, String reason) {
      this.since = since;
      this.reason = reason;
    }
  }
}
