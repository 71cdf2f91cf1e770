package dev.escarole.engine.plan;

/**
 * How often a step is tried and how long it waits in between.
 *
 * @param attempts attempts including the first, at least 1
 * @param delayMillis how long the wait after the first failed attempt can be, in milliseconds; 0
 *     for no waits
 * @param backoff the factor by which that grows with each further failed attempt, at least 1
 * @param maxDelayMillis what it does not grow beyond, in milliseconds; {@link #UNBOUNDED} for no
 *     bound of the author's
 */
public record Retry(int attempts, long delayMillis, int backoff, long maxDelayMillis) {

  /** The value of {@link #maxDelayMillis} when the author set none: the longest wait of all. */
  public static final long UNBOUNDED = 10L * 366 * 24 * 60 * 60 * 1000;

  /** One attempt. */
  public static final Retry ONCE = times(1);

  public Retry {
    if (attempts < 1 || delayMillis < 0 || backoff < 1 || maxDelayMillis < 0) {
      throw new IllegalArgumentException(
          "BUG: a control is out of range: retry %d, delay %d, backoff %d, max delay %d"
              .formatted(attempts, delayMillis, backoff, maxDelayMillis));
    }
  }

  /** So many attempts without a wait. */
  public static Retry times(int attempts) {
    return new Retry(attempts, 0, 1, UNBOUNDED);
  }

  /** Whether this is {@link #ONCE}, or the same. */
  boolean isOnce() {
    return attempts == 1 && delayMillis == 0 && backoff == 1 && maxDelayMillis == UNBOUNDED;
  }

  /** Whether attempts may have a wait between them. */
  public boolean waits() {
    return delayMillis > 0 && attempts > 1;
  }

  /**
   * The longest wait after so many failed attempts, in milliseconds.
   *
   * @param failed at least 1
   */
  public long longestWait(int failed) {
    long most = Math.min(maxDelayMillis, UNBOUNDED);
    long wait = delayMillis;
    for (int i = 1; i < failed && backoff > 1 && wait > 0 && wait < most; i++) {
      // Neither factor is so large that their product could pass the range of a long.
      wait *= backoff;
    }
    return Math.min(wait, most);
  }
}
