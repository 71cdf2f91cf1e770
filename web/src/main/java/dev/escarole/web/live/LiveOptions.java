package dev.escarole.web.live;

import java.time.Duration;

/**
 * Options of live events. Immutable.
 *
 * @param tick interval of heartbeats and of checks of streams
 * @param keptTicks ticks for which a stream without watchers is kept, so that a watcher who comes
 *     back can continue
 * @param keptBytes of its latest events that a stream keeps, for slow readers and returning ones
 * @param mostWatchers limit of connections
 * @param mostOfOneCaller limit for one caller
 * @param mostOfOneSession limit for one browser session; a browser needs one
 */
public record LiveOptions(
    Duration tick,
    int keptTicks,
    long keptBytes,
    int mostWatchers,
    int mostOfOneCaller,
    int mostOfOneSession) {

  /** A beat every 5 seconds, 4 MiB, 2,000 connections, 1,000 of one caller, 10 of one session. */
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
}
