package dev.escarole.engine.store;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.Usage;
import dev.escarole.engine.store.content.ContentRef;
import org.jspecify.annotations.Nullable;

/**
 * An ended attempt of a leaf. Immutable.
 *
 * @param seq place of its end in the run's order of events
 * @param attempt number of the attempt of this leaf in the whole run, from 1
 * @param usage the resources used and their limits
 * @param origin whether the command ran for it
 * @param errorLine the first line that says why it failed; empty if nothing says why, null if it
 *     did not fail
 * @param stdin its input; the bytes are stored only if they are the run's input or a step's output
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
    LeafOrigin origin,
    @Nullable String errorLine) {

  /** Returns the fuel used, in the units of the limits; 0 if nothing ran. */
  public long fuelUsed() {
    return usage.fuel();
  }
}
