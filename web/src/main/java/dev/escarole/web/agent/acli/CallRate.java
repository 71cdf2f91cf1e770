package dev.escarole.web.agent.acli;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * How many lines each principal may send in one second of the clock. Safe for use by many threads;
 * it remembers one second only.
 */
public final class CallRate {

  private static final long MILLIS = 1000;

  private final Function<String, OptionalInt> perSecond;
  private final InstantSource clock;
  private final Map<String, Integer> calls = new HashMap<>();
  private long second = Long.MIN_VALUE;

  /**
   * @param perSecond most lines of a principal in a second; empty for any number
   */
  public CallRate(Function<String, OptionalInt> perSecond, InstantSource clock) {
    this.perSecond = perSecond;
    this.clock = clock;
  }

  /** Any number of lines for everybody. */
  public static CallRate unlimited() {
    return new CallRate(principal -> OptionalInt.empty(), InstantSource.system());
  }

  /** Counts a line, and says whether it is within what the principal may send. */
  boolean admits(String principal) {
    OptionalInt most = perSecond.apply(principal);
    return most.isEmpty() || counted(principal) <= most.getAsInt();
  }

  private synchronized int counted(String principal) {
    long now = Math.floorDiv(clock.millis(), MILLIS);
    if (now != second) {
      second = now;
      calls.clear();
    }
    return calls.merge(principal, 1, Integer::sum);
  }
}
