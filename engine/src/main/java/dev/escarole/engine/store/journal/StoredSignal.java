package dev.escarole.engine.store.journal;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that a run's machine was told besides the end of an attempt. Immutable.
 *
 * @param seq place in the run's order of events
 * @param stepIndex the step that is meant, or null for the whole run
 */
public record StoredSignal(long seq, Kind kind, @Nullable Integer stepIndex, Instant at) {

  /** What it says. */
  public enum Kind {
    /** A step's delay has passed. */
    DELAY,
    /** The wait between two attempts of a step has passed. */
    RETRY,
    /** A group's time is up. */
    BUDGET,
    /** Somebody cancels the run or a step. */
    CANCEL
  }
}
