package dev.escarole.engine.store.journal;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event of a run machine other than the end of an attempt. Immutable.
 *
 * @param seq place in the run's order of events
 * @param stepIndex the step concerned, or null for the whole run
 */
public record StoredSignal(long seq, Kind kind, @Nullable Integer stepIndex, Instant at) {

  /** Kinds of signals. */
  public enum Kind {
    /** A step's delay has passed. */
    DELAY,
    /** The delay between two attempts of a step has passed. */
    RETRY,
    /** The timeout of a group has passed. */
    BUDGET,
    /** The run or a step was cancelled. */
    CANCEL
  }
}
