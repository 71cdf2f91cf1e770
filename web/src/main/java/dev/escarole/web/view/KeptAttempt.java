package dev.escarole.web.view;

import dev.escarole.engine.store.ContentRef;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredStep;

/**
 * An attempt and what it left behind. Immutable.
 *
 * @param stdout what it wrote to its standard output
 * @param stderr what it wrote to its standard error
 */
public record KeptAttempt(AttemptView attempt, ContentRef stdout, ContentRef stderr) {

  /** An attempt of a step, as the store has it. */
  public static KeptAttempt of(StoredStep step, StoredAttempt attempt) {
    return new KeptAttempt(AttemptView.of(step, attempt), attempt.stdout(), attempt.stderr());
  }
}
