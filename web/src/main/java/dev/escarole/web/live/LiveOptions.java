package dev.escarole.web.live;

import java.time.Duration;

/**
 * How live events are told. Immutable.
 *
 * @param tick how often connections that were told nothing are tried, and streams looked after
 * @param keptTicks ticks for which a stream that nobody watches is kept, so that who comes back
 *     finds what was missed
 * @param keptBytes of its latest events that a stream keeps for that, and for slow readers
 * @param mostWatchers connections at once
 * @param mostOfOneCaller connections of one caller at once
 * @param mostOfOneSession connections of one browser's session at once; a browser needs one
 */
public record LiveOptions(
    Duration tick,
    int keptTicks,
    long keptBytes,
    int mostWatchers,
    int mostOfOneCaller,
    int mostOfOneSession) {

  /**
   * A beat every 5 seconds, 4 MiB, 2,000 connections, 1,000 of one caller, 10
   * of one session.
   */
  public static final LiveOptions DEFAULTS =
      new LiveOptions(Duration.ofSeconds(5), 6, 4L << 20, 2000, 1000, 10);

  /**
   * Checks the options.
   *
   * @throws IllegalArgumentException if one is not positive
   */
  public LiveOptions {
    positive("tick", tick.toMillis());
    positive("keptTicks", keptTicks);
    positive("keptBytes", keptBytes);
    positive("mostWatchers", mostWatchers);
    positive("mostOfOneCaller", mostOfOneCaller);
    positive("mostOfOneSession", mostOfOneSession);
  }

  private static void positive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException("%s must be 1 or more, was %d".formatted(name, value));
    }
  }

  /** The same with another tick. */
  public LiveOptions withTick(Duration newTick) {
    return new LiveOptions(
        newTick, keptTicks, keptBytes, mostWatchers, mostOfOneCaller, mostOfOneSession);
  }

  /** The same with other limits for connections. */
  public LiveOptions withLimits(int together, int ofOneCaller) {
    return new LiveOptions(
        tick, keptTicks, keptBytes, together, ofOneCaller, mostOfOneSession);
  }
}
