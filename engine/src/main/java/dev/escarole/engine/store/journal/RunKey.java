package dev.escarole.engine.store.journal;

import dev.escarole.engine.run.RunId;

/**
 * Key of a run in the journal. Immutable.
 *
 * @param number the run's short number in this database
 * @param epoch the claim under which the run's events are written
 */
public record RunKey(RunId id, long number, long epoch) {

  /** Maximum number of events of a run. */
  private static final int SEQ_BITS = 32;

  private static final long SEQ_MASK = (1L << SEQ_BITS) - 1;

  /** Returns the key of the event with this number in the run. */
  long event(long seq) {
    return number << SEQ_BITS | seq;
  }

  /** Returns the smallest key of events of the run with this number. */
  public static long firstEvent(long number) {
    return number << SEQ_BITS;
  }

  /** Returns the number within its run of the event with this key. */
  public static long seq(long event) {
    return event & SEQ_MASK;
  }
}
