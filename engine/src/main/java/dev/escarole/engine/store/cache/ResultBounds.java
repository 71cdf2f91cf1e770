package dev.escarole.engine.store.cache;

import dev.escarole.engine.store.database.StoreBounds;
import java.time.Duration;

/**
 * How many results are kept to be used again.
 *
 * @param bytes most bytes of all of them, with {@link #ROW_BYTES} for each; those that were used
 *     least recently go first
 * @param largest most bytes of a single one; a larger one is not kept. Default 16 MiB
 * @param pending bytes that may wait to be written; what comes then is not kept. Default 64 MiB
 * @param grain how exactly the time of the last use is kept. Default 1 minute
 */
public record ResultBounds(long bytes, long largest, long pending, Duration grain) {

  private static final long MIB = 1024L * 1024;

  /** What a result takes besides its outputs, roughly. */
  static final long ROW_BYTES = 512;

  public static ResultBounds of(StoreBounds bounds) {
    return new ResultBounds(bounds.cacheBytes(), 16 * MIB, 64 * MIB, Duration.ofMinutes(1));
  }
}
