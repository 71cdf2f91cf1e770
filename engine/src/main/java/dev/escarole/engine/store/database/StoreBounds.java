package dev.escarole.engine.store.database;

import java.time.Duration;

/**
 * How much a store keeps beside the runs. Immutable; every value is checked once, when the record
 * is made. A smaller bound than before counts from the next time on that an entry or a use is
 * written; a use is, to within a minute.
 *
 * @param cacheBytes bytes of the results that are kept to be used again, each counted as 512 bytes
 *     more; those that were used least recently go first: 0 (none are kept) to 1 TiB, default 256
 *     MiB
 * @param auditCalls calls in the audit, the newest: 1 to 1,000,000,000, default 1,000,000
 * @param auditLines lines of agents in the audit, each of which can be a thousand times as long as
 *     the entry of a call: 1 to 1,000,000,000, default 100,000
 * @param auditAge how long calls and lines are kept at most: 1 minute to 36,500 days, default 90
 *     days
 */
public record StoreBounds(long cacheBytes, long auditCalls, long auditLines, Duration auditAge) {

  private static final long MIB = 1024L * 1024;
  private static final long MOST_CACHE_BYTES = MIB * MIB;
  private static final long MOST_ROWS = 1_000_000_000;
  private static final Duration LEAST_AGE = Duration.ofMinutes(1);
  private static final Duration MOST_AGE = Duration.ofDays(36_500);

  /** What holds unless somebody says otherwise. */
  public static final StoreBounds DEFAULTS =
      new StoreBounds(256 * MIB, 1_000_000, 100_000, Duration.ofDays(90));

  /**
   * Checks every value.
   *
   * @throws IllegalArgumentException if a value is out of its range
   */
  public StoreBounds {
    check("cacheBytes", cacheBytes, 0, MOST_CACHE_BYTES);
    check("auditCalls", auditCalls, 1, MOST_ROWS);
    check("auditLines", auditLines, 1, MOST_ROWS);
    if (auditAge.compareTo(LEAST_AGE) < 0 || auditAge.compareTo(MOST_AGE) > 0) {
      throw new IllegalArgumentException(
          "StoreBounds.auditAge must be %s..%s, was %s".formatted(LEAST_AGE, MOST_AGE, auditAge));
    }
  }

  public StoreBounds withCacheBytes(long value) {
    return new StoreBounds(value, auditCalls, auditLines, auditAge);
  }

  public StoreBounds withAuditCalls(long value) {
    return new StoreBounds(cacheBytes, value, auditLines, auditAge);
  }

  public StoreBounds withAuditLines(long value) {
    return new StoreBounds(cacheBytes, auditCalls, value, auditAge);
  }

  public StoreBounds withAuditAge(Duration value) {
    return new StoreBounds(cacheBytes, auditCalls, auditLines, value);
  }

  private static void check(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "StoreBounds.%s must be %d..%d, was %d".formatted(name, least, most, value));
    }
  }
}
