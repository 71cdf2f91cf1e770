package dev.escarole.engine.plan;

/**
 * Attempts of a step and the waits between them.
 *
 * @param attempts attempts including the first, at least 1
 * @param delayMillis maximum wait after the first failed attempt, in milliseconds; 0 for no waits
 * @param backoff growth factor of the wait for each further failed attempt, at least 1
 * @param maxDelayMillis upper limit of the wait, in milliseconds; {@link #UNBOUNDED} if not set
 */
public record Retry(int attempts, long delayMillis, int backoff, long maxDelayMillis) {

  /** The value of {@link #maxDelayMillis} if not set: the longest possible wait. */
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

  /** This number of attempts without waits. */
  public static Retry times(int attempts) {
    return new Retry(attempts, 0, 1, UNBOUNDED);
  }

  /** Whether there are waits between attempts. */
  public boolean waits() {
    return delayMillis > 0 && attempts > 1;
  }

  /**
   * The longest wait after this number of failed attempts, in milliseconds.
   *
   * @param failed at least 1
   */
  public long longestWait(int failed) {
    long most = Math.min(maxDelayMillis, UNBOUNDED);
    long wait = delayMillis;
    for (int i = 1; i < failed && backoff > 1 && wait > 0 && wait < most; i++) {
      // The factors are limited, so the product cannot overflow.
      wait *= backoff;
    }
    return Math.min(wait, most);
  }
}
