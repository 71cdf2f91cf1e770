package dev.escarole.engine.store.journal;

import dev.escarole.engine.run.RunId;

/**
 * What the journal knows a run by. Immutable.
 *
 * @param number the run's short number in this database
 * @param epoch the claim under which the run's events are written
 */
public record RunKey(RunId id, long number, long epoch) {

  /** Events that a run can have. */
  private static final int SEQ_BITS = 32;

  private static final long SEQ_MASK = (1L << SEQ_BITS) - 1;

  /** The key of the row of the event with this place in the run's order. */
  long event(long seq) {
    return number << SEQ_BITS | seq;
  }

  /** No event of the run with this number has a smaller key. */
  public static long firstEvent(long number) {
    return number << SEQ_BITS;
  }

  /** The place in its run's order of the event whose row has this key. */
  public static long seq(long event) {
    return event & SEQ_MASK;
  }
}
