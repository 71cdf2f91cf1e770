package dev.escarole.engine.broker;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts each principal's calls within the current second of the clock. Thread-safe. Only one
 * second is kept, which bounds its size.
 */
final class CallQuota {

  private record Window(long second, Map<String, Integer> calls) {}

  private static final long MILLIS = 1000;

  private final InstantSource clock;
  private volatile Window window = new Window(Long.MIN_VALUE, Map.of());

  CallQuota(InstantSource clock) {
    this.clock = clock;
  }

  /** Counts one call if it is within the quota, and returns whether it is. */
  boolean admits(String principal, int callsPerSecond) {
    return countUpTo(current().calls(), principal, callsPerSecond);
  }

  /** Adds one to a principal's count if it is below the maximum, and returns whether it was. */
  static boolean countUpTo(Map<String, Integer> counts, String principal, int most) {
    boolean[] counted = new boolean[1];
    counts.compute(
        principal,
        (name, count) -> {
          int before = count == null ? 0 : count;
          counted[0] = before < most;
          return counted[0] ? Integer.valueOf(before + 1) : count;
        });
    return counted[0];
  }

  long second() {
    return Math.floorDiv(clock.millis(), MILLIS);
  }

  Duration untilRenewal() {
    return Duration.ofMillis(MILLIS - Math.floorMod(clock.millis(), MILLIS));
  }

  private Window current() {
    long second = second();
    Window seen = window;
    return seen.second() == second ? seen : renewed(second);
  }

  private synchronized Window renewed(long second) {
    if (window.second() != second) {
      window = new Window(second, new ConcurrentHashMap<>());
    }
    return window;
  }
}
