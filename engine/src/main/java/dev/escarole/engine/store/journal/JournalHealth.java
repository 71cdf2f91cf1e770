package dev.escarole.engine.store.journal;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the journal does. Immutable.
 *
 * @param since when the database went away; null while it is there
 * @param reason what it said last; null while it is there
 * @param pendingEvents events that are recorded and not committed
 */
public record JournalHealth(
    State state, @Nullable Instant since, @Nullable String reason, long pendingEvents) {

  /** Whether events get into the database. */
  public enum State {
    /** They do. */
    RUNNING,
    /** The database is away; the journal tries again until it is back. */
    PAUSED;

    /** The state's name for people and programs. */
    public String word() {
      return this == RUNNING ? "running" : "paused";
    }
  }
}
