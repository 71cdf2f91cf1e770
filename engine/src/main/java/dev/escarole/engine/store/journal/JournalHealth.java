package dev.escarole.engine.store.journal;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Health of the journal. Immutable.
 *
 * @param since when the outage of the database began; null if there is none
 * @param reason its last error; null if there is no outage
 * @param pendingEvents events that are recorded but not committed
 */
public record JournalHealth(
    State state, @Nullable Instant since, @Nullable String reason, long pendingEvents) {

  /** Whether events are being committed. */
  public enum State {
    /** Events are committed. */
    RUNNING,
    /** The database is unreachable; the journal retries until it is back. */
    PAUSED;

    /** Returns the state's name. */
    public String word() {
      return this == RUNNING ? "running" : "paused";
    }
  }
}
