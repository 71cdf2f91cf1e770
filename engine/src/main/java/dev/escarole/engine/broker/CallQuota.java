package dev.escarole.engine.broker;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts each principal's calls within the current second of the clock. Safe for use by many
 * threads; it remembers one second only, so it cannot grow without bound.
 */
final class CallQuota {

  private record Window(long second, Map<String, Integer> calls) {}

  private static final long MILLIS = 1000;

  private final InstantSource clock;
  private volatile Window window = new Window(Long.MIN_VALUE, Map.of());

  CallQuota(InstantSource clock) {
    this.clock = clock;
  }

  /** Counts one call and says whether it is still within the quota. */
  boolean admits(String principal, int callsPerSecond) {
    int calls = current().calls().merge(principal, 1, Integer::sum);
    return calls <= callsPerSecond;
  }

  /** Counts one call if it is still within the quota; one that is not is not counted. */
  boolean admitsIfLeft(String principal, int callsPerSecond) {
    boolean[] admitted = new boolean[1];
    current()
        .calls()
        .compute(
            principal,
            (name, calls) -> {
              int before = calls == null ? 0 : calls;
              admitted[0] = before < callsPerSecond;
              return admitted[0] ? Integer.valueOf(before + 1) : calls;
            });
    return admitted[0];
  }

  /** Returns the current second of the clock. */
  long second() {
    return Math.floorDiv(clock.millis(), MILLIS);
  }

  /** Returns how long the current second still lasts. */
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
