package dev.escarole.engine.store.await;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.outbox.Notice;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A step that begins to wait.
 *
 * @param step a step with {@code await}
 * @param input what it was given
 */
public record NewAwait(AwaitKey key, LeafStep step, Content input, Instant openedAt) {

  /** What people are told about it. */
  Notice notice() {
    Notice.Waiting waiting =
        new Notice.Waiting(
            key.step() + "." + key.attempt(),
            step.path(),
            step.label(),
            Objects.requireNonNull(step.awaits()).word());
    return Notice.of(waiting, openedAt);
  }

  /** When its time runs out; null for never. */
  @Nullable Instant expiresAt() {
    long millis = step.controls().timeoutMillis();
    return millis == 0 ? null : openedAt.plusMillis(millis);
  }
}
