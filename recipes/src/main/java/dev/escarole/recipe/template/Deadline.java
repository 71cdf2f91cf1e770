package dev.escarole.recipe.template;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A time limit for reading or planning, checked regularly by calling {@link #run}. Immutable. */
public final class Deadline implements Runnable {
  /** For work that is limited otherwise. */
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
   * Creates a deadline this long from now.
   *
   * @param limit name of the setting, for the message
   */
  public static Deadline after(String limit, Duration time, InstantSource clock) {
    return new Deadline(limit, time, clock.instant().plus(time), clock);
  }

  /**
   * Checks the deadline.
   *
   * @throws LimitException if it has passed
   */
  @Override
  public void run() {
    if (end.isBefore(clock.instant())) {
      throw new LimitException(
          Codes.DEADLINE,
          "it takes longer than %,d ms (limit %s)".formatted(time.toMillis(), limit),
          "Use fewer repeats, shorter texts or fewer handles.");
    }
  }
}
