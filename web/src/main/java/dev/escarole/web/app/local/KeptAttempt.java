package dev.escarole.web.app.local;

import dev.escarole.engine.command.Limits;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.engine.store.content.ContentRef;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An attempt with its outputs. Immutable.
 *
 * @param stdout what it wrote to its standard output
 * @param stderr what it wrote to its standard error
 * @param limits under which it ran, the timeout of its step among them; null if no call was made,
 *     or if it was recorded by a version that did not keep them
 */
public record KeptAttempt(
    AttemptView attempt, ContentRef stdout, ContentRef stderr, @Nullable Limits limits) {

  /** An attempt of a step, as the store has it. */
  public static KeptAttempt of(StoredStep step, StoredAttempt attempt) {
    return new KeptAttempt(
        AttemptView.of(step, attempt), attempt.stdout(), attempt.stderr(), limits(step, attempt));
  }

  /** The limits of an attempt of a step; null if unknown. */
  public static @Nullable Limits limits(StoredStep step, StoredAttempt attempt) {
    Limits limits = attempt.usage().limits();
    long timeout = step.controls().timeoutMillis();
    return limits == null || timeout == 0 ? limits : limits.narrowedTo(Duration.ofMillis(timeout));
  }
}
