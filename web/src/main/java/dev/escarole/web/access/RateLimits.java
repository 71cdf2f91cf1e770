package dev.escarole.web.access;

import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How often one caller may ask. Counts are kept for the {@value #MOST} callers that asked last.
 * Thread-safe.
 */
final class RateLimits {

  private static final int MOST = 4096;

  private final long count;
  private final Duration per;
  private final Map<String, Bucket> buckets =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > MOST;
        }
      };

  /**
   * @param count so many at once, and as many again spread over each period
   */
  RateLimits(long count, Duration per) {
    this.count = count;
    this.per = per;
  }

  /** Whether this caller may ask once more now; counts it if so. */
  boolean admit(String caller) {
    return bucket(caller).tryConsume(1);
  }

  /** Whether this caller has asked too often already; counts nothing. */
  boolean isSpent(String caller) {
    return bucket(caller).getAvailableTokens() == 0;
  }

  private synchronized Bucket bucket(String caller) {
    return buckets.computeIfAbsent(
        caller,
        unused ->
            Bucket.builder()
                .addLimit(limit -> limit.capacity(count).refillGreedy(count, per))
                .build());
  }
}
