package dev.escarole.engine.store.outbox;

import dev.escarole.engine.run.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One message to one channel. Immutable.
 *
 * @param number increases with each delivery
 * @param event the word of a {@link dev.escarole.recipe.NotifyEvent}
 * @param message what is told, a JSON object
 * @param at when it happened
 * @param attempts how often it was tried, including an attempt under way
 * @param nextAt when it is tried next, if it is due
 * @param settledAt when it was sent or given up; null if it is due
 * @param lastError why the last attempt failed; null if none did
 */
public record StoredDelivery(
    long number,
    RunId run,
    String channel,
    String event,
    String recipe,
    String principal,
    String message,
    Instant at,
    DeliveryState state,
    int attempts,
    Instant nextAt,
    @Nullable Instant settledAt,
    @Nullable String lastError) {

  /**
   * Identifies the delivery: each attempt carries it, so that a receiver can drop what it has
   * received before. There is one for each run, channel and event.
   */
  public String id() {
    return run.value() + "-" + event + "-" + channel;
  }
}
