package dev.escarole.engine.broker;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the calls of each principal that run at this moment. Safe for use by many threads; it
 * remembers only principals with a call under way.
 */
final class CallSlots {

  private final Map<String, Integer> running = new ConcurrentHashMap<>();

  /** Takes a slot unless so many are taken already; who gets one has to {@link #free} it. */
  boolean take(String principal, int most) {
    boolean[] taken = new boolean[1];
    running.compute(
        principal,
        (name, count) -> {
          int before = count == null ? 0 : count;
          taken[0] = before < most;
          return taken[0] ? Integer.valueOf(before + 1) : count;
        });
    return taken[0];
  }

  void free(String principal) {
    running.computeIfPresent(principal, (name, count) -> count == 1 ? null : count - 1);
  }
}
