package dev.escarole.recipe.schedule;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Times at a fixed distance. They are counted from 1970-01-01T00:00Z, or from the start of the
 * schedule, so that they do not depend on when an engine was started.
 *
 * @param every at least a second
 * @param from one of the times
 */
public record Interval(Duration every, Instant from) implements Timing {

  /** The shortest distance. */
  public static final Duration SHORTEST = Duration.ofSeconds(1);

  @Override
  public Instant next(Instant time) {
    long step = every.toMillis();
    long passed = time.toEpochMilli() - from.toEpochMilli();
    return from.plusMillis((Math.floorDiv(passed, step) + 1) * step);
  }

  @Override
  public @Nullable Instant previous(Instant time, Instant earliest) {
    long step = every.toMillis();
    // Rounded up, so that a time within a millisecond counts.
    long passed = Duration.between(from, time).plusNanos(999_999).toMillis();
    Instant found = from.plusMillis(Math.floorDiv(passed - 1, step) * step);
    return found.isAfter(earliest) ? found : null;
  }

  @Override
  public String text() {
    return "every " + Durations.text(every);
  }
}
