package dev.escarole.engine.store.await;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.run.Content;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A step that begins to wait.
 *
 * @param step a step with {@code await}
 * @param input what it was given
 */
public record NewAwait(AwaitKey key, LeafStep step, Content input, Instant openedAt) {

  /** When its time runs out; null for never. */
  @Nullable Instant expiresAt() {
    long millis = step.controls().timeoutMillis();
    return millis == 0 ? null : openedAt.plusMillis(millis);
  }
}
