package dev.escarole.recipe.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A rule that yields planned times, without start or end. Immutable. */
public sealed interface Timing permits Cron, Interval {

  /** The first time after {@code time}; null if there is none in the next ten years. */
  @Nullable Instant next(Instant time);

  /** The last time before {@code time} that is after {@code earliest}; null if there is none. */
  @Nullable Instant previous(Instant time, Instant earliest);

  /** The rule in one line, such as {@code 0 3 * * * Europe/Berlin} or {@code every 2s}. */
  String text();
}
