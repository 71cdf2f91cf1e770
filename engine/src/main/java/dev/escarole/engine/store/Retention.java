package dev.escarole.engine.store;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which runs are kept. A run that has ended goes as soon as one of the limits says so; one that has
 * not ended never does. Immutable.
 *
 * @param maxAge how long after its start a run is kept; null for ever
 * @param maxRuns how many runs are kept, the newest first; null for all
 * @param maxBytes bytes of output that the kept runs may have together, the newest first, each row
 *     of an attempt counted as 512 bytes more; null for all
 */
public record Retention(
    @Nullable Duration maxAge, @Nullable Integer maxRuns, @Nullable Long maxBytes) {

  /** What an attempt is taken to cost beside its outputs. */
  static final long ROW_BYTES = 512;

  /** Keeps everything. */
  public static final Retention ALL = new Retention(null, null, null);

  public Retention {
    if (maxAge != null && maxAge.isNegative()) {
      throw new IllegalArgumentException("Retention.maxAge must not be negative, was " + maxAge);
    }
    if (maxRuns != null && maxRuns < 0) {
      throw new IllegalArgumentException("Retention.maxRuns must not be negative, was " + maxRuns);
    }
    if (maxBytes != null && maxBytes < 0) {
      throw new IllegalArgumentException(
          "Retention.maxBytes must not be negative, was " + maxBytes);
    }
  }

  public Retention withMaxAge(Duration value) {
    return new Retention(value, maxRuns, maxBytes);
  }

  public Retention withMaxRuns(int value) {
    return new Retention(maxAge, value, maxBytes);
  }

  public Retention withMaxBytes(long value) {
    return new Retention(maxAge, maxRuns, value);
  }

  /** Whether no run ever goes. */
  public boolean keepsAll() {
    return maxAge == null && maxRuns == null && maxBytes == null;
  }

  /** Whether a run goes that started so long ago and is so far from the newest. */
  boolean drops(Duration age, long newerRuns, long bytesUpToIt) {
    return (maxAge != null && age.compareTo(maxAge) > 0)
        || (maxRuns != null && newerRuns >= maxRuns)
        || (maxBytes != null && bytesUpToIt > maxBytes);
  }
}
