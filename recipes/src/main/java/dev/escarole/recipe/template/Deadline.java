package dev.escarole.recipe.template;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The time by which reading or planning has to be over. Whoever works asks now and then by {@link
 * #run}. Immutable.
 */
public final class Deadline implements Runnable {
  /** For work that is bounded otherwise. */
  public static final Deadline NONE =
      new Deadline("", Duration.ZERO, Instant.MAX, InstantSource.system());

  private final String limit;
  private final Duration time;
  private final Instant end;
  private final InstantSource clock;

  private Deadline(String limit, Duration time, Instant end, InstantSource clock) {
    this.limit = limit;
    this.time = time;
    this.end = end;
    this.clock = clock;
  }

  /**
   * A deadline this long from now.
   *
   * @param limit name of the setting, for the message
   */
  public static Deadline after(String limit, Duration time, InstantSource clock) {
    return new Deadline(limit, time, clock.instant().plus(time), clock);
  }

  /**
   * Goes on if there is time left.
   *
   * @throws LimitException otherwise
   */
  @Override
  public void run() {
    if (end.isBefore(clock.instant())) {
      throw new LimitException(
          Codes.DEADLINE,
          "it takes longer than %,d ms (limit %s)".formatted(time.toMillis(), limit),
          "Make it smaller: fewer repeats, shorter texts, fewer handles.");
    }
  }
}
