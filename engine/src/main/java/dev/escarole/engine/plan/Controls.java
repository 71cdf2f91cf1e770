package dev.escarole.engine.plan;

import dev.escarole.recipe.template.FailureScope;
import dev.escarole.recipe.template.SuccessCodes;
import org.jspecify.annotations.Nullable;

/**
 * The settings that steer one step; they belong to that step alone (standard, "Shape").
 *
 * @param delayMillis wait before the step starts, in milliseconds; 0 for none
 * @param timeoutMillis budget in milliseconds: of each attempt for a leaf, of the whole node for a
 *     group; 0 for none
 * @param retries how often the step is tried, and the waits in between
 * @param failure how far a failure reaches, or null when the author did not say
 * @param concurrency how many branches may run at once; 0 for no cap
 * @param minSuccessful usable branches that the join needs; {@link #NO_QUORUM} for none wanted
 * @param successCodes which exit codes of a leaf's command mean success
 */
public record Controls(
    long delayMillis,
    long timeoutMillis,
    Retry retries,
    @Nullable FailureScope failure,
    int concurrency,
    int minSuccessful,
    SuccessCodes successCodes) {

  /** The value of {@link #minSuccessful} when the author asked for no quorum. */
  public static final int NO_QUORUM = -1;

  /** The controls of a node that sets none. */
  public static final Controls NONE =
      new Controls(0, 0, Retry.ONCE, null, 0, NO_QUORUM, SuccessCodes.ZERO);

  public Controls {
    if (delayMillis < 0 || timeoutMillis < 0 || concurrency < 0) {
      throw new IllegalArgumentException(
          "BUG: a control is out of range: delay %d, timeout %d, concurrency %d"
              .formatted(delayMillis, timeoutMillis, concurrency));
    }
  }

  /** Attempts including the first, at least 1. */
  public int retry() {
    return retries.attempts();
  }

  /** Whether the author asked for a number of usable branches. */
  public boolean hasQuorum() {
    return minSuccessful != NO_QUORUM;
  }

  /**
   * These, or {@link #NONE} itself if they say nothing. By hand, as for every leaf of every start:
   * Java writes the comparison of records when it is first used, which takes 20 ms.
   */
  public Controls orNone() {
    boolean none =
        delayMillis == 0
            && timeoutMillis == 0
            && retries.isOnce()
            && failure == null
            && concurrency == 0
            && minSuccessful == NO_QUORUM
            && successCodes.isZero();
    return none ? NONE : this;
  }
}
