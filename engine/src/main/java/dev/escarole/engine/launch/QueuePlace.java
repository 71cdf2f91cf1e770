package dev.escarole.engine.launch;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The place of a queued run. Immutable.
 *
 * @param place how many runs start up to this one, as things are now; 1 for the next
 * @param queued how many runs of the recipe are queued
 * @param atOnce how many runs of the recipe are allowed at once
 * @param priority of the run
 * @param launchedAt when it was launched
 * @param expiresAt when it expires; null for never
 */
public record QueuePlace(
    int place,
    int queued,
    int atOnce,
    int priority,
    Instant launchedAt,
    @Nullable Instant expiresAt) {

  /**
   * Place and reason, such as {@code queued at place 3 of 10, because 2 runs are allowed at once}.
   */
  public String words() {
    return "queued at place %d of %d, because %s allowed at once"
        .formatted(place, queued, atOnce == 1 ? "1 run is" : atOnce + " runs are");
  }
}
