package dev.escarole.engine.store.await;

/**
 * What came of a decision or callback.
 *
 * @param result whether it counts, or why not
 * @param await the wait afterwards
 */
public record AwaitAnswer(Result result, StoredAwait await) {

  /** Whether an answer counts. */
  public enum Result {
    /** It counts. */
    COUNTED,
    /** The wait had ended before, by an answer or a cancellation. */
    ENDED,
    /** It came after the timeout. */
    EXPIRED,
    /** The same principal has decided before. */
    DECIDED_BEFORE,
    /** The run is over. */
    RUN_OVER
  }

  /** Whether it counts. */
  public boolean counts() {
    return result == Result.COUNTED;
  }
}
