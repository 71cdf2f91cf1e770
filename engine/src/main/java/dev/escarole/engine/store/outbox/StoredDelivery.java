package dev.escarole.engine.store.outbox;

import dev.escarole.engine.run.RunId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One message to one channel. Immutable.
 *
 * @param number increases with each delivery
 * @param message what is told, a JSON object
 * @param at when it happened
 * @param attempts how often it was tried, including an attempt under way
 * @param nextAt when it is tried next, if it is due
 * @param settledAt when it was sent or given up; null if it is due
 * @param lastError why the last attempt failed; null if none did
 */
public record StoredDelivery(
    long number,
    DeliveryId key,
    String recipe,
    String principal,
    String message,
    Instant at,
    DeliveryState state,
    int attempts,
    Instant nextAt,
    @Nullable Instant settledAt,
    @Nullable String lastError) {

  /** Identifies the delivery, for people and receivers. */
  public String id() {
    return key.toString();
  }

  /** The same delivery that tells something else. */
  StoredDelivery withMessage(String other) {
    return new StoredDelivery(
        number, key, recipe, principal, other, at, state, attempts, nextAt, settledAt, lastError);
  }

  public RunId run() {
    return key.run();
  }

  public String channel() {
    return key.channel();
  }

  /** The word of a {@link dev.escarole.recipe.notify.NotifyEvent}. */
  public String event() {
    return key.event();
  }
}
