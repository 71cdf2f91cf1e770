package dev.escarole.web.access;

import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Limits the request rate of each caller. Counts are kept for the {@value #MOST} latest callers.
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
   * @param count the burst, refilled evenly over each period
   */
  RateLimits(long count, Duration per) {
    this.count = count;
    this.per = per;
  }

  boolean admit(String caller) {
    return bucket(caller).tryConsume(1);
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
