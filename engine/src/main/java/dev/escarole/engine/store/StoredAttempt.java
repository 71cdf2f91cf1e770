package dev.escarole.engine.store;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.Usage;
import dev.escarole.engine.store.content.ContentRef;

/**
 * An attempt of a leaf that has ended. Immutable.
 *
 * @param seq place of its end in the run's order of events
 * @param attempt which try of this leaf it was in the whole run, from 1
 * @param usage what the command used of what it might
 * @param origin whether the command ran for it
 * @param stdin its input; the bytes are stored if they are the run's input or a step's output, not
 *     if they are the text of a join
 */
public record StoredAttempt(
    long seq,
    int stepIndex,
    int attempt,
    Outcome outcome,
    RunResult.Span span,
    ContentRef stdin,
    ContentRef stdout,
    ContentRef stderr,
    Usage usage,
    LeafOrigin origin) {

  /** What the command executed, in the units of the limits; 0 if nothing ran. */
  public long fuelUsed() {
    return usage.fuel();
  }
}
