package dev.escarole.engine.store.database;

import java.time.Duration;

/**
 * Limits on audit rows and cached results. Immutable; values are checked on construction. A smaller
 * limit than before takes effect when the next entry or use is written.
 *
 * @param cacheBytes size of the result cache, each result counted with 512 bytes more; the least
 *     recently used are evicted first: 0 (no cache) to 1 TiB, default 256 MiB
 * @param auditCalls number of newest calls in the audit: 1 to 1,000,000,000, default 1,000,000
 * @param auditLines number of newest lines of agents in the audit, which can be a thousand times
 *     longer than the entry of a call: 1 to 1,000,000,000, default 100,000
 * @param auditAge how long calls and lines are kept: 1 minute to 36,500 days, default 90 days
 */
public record StoreBounds(long cacheBytes, long auditCalls, long auditLines, Duration auditAge) {

  private static final long MIB = 1024L * 1024;
  private static final long MOST_CACHE_BYTES = MIB * MIB;
  private static final long MOST_ROWS = 1_000_000_000;
  private static final Duration LEAST_AGE = Duration.ofMinutes(1);
  private static final Duration MOST_AGE = Duration.ofDays(36_500);

  /** The default limits. */
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
