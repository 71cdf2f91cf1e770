package dev.escarole.engine.store;

import dev.escarole.engine.run.StepState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A state transition of a step. Immutable.
 *
 * @param seq place in the run's order of events
 * @param outcome word of the outcome, if the step ended
 * @param exitCode exit code, if it ended
 * @param reason why it was skipped or stopped, or null
 */
public record StoredTransition(
    long seq,
    int stepIndex,
    StepState state,
    Instant at,
    @Nullable String outcome,
    @Nullable Integer exitCode,
    @Nullable String reason) {}
