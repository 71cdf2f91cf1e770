package dev.escarole.engine.store.outbox;

import dev.escarole.engine.run.RunId;
import org.jspecify.annotations.Nullable;

/**
 * Which deliveries are listed; null stands for all. Immutable.
 *
 * @param run about which run
 * @param principal about whose runs
 */
public record DeliveryFilter(
    @Nullable DeliveryState state,
    @Nullable String channel,
    @Nullable RunId run,
    @Nullable String principal) {

  /** All of them. */
  public static final DeliveryFilter ALL = new DeliveryFilter(null, null, null, null);
}
