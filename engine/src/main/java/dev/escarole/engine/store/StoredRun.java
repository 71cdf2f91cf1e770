package dev.escarole.engine.store;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the store knows of a run without looking at its steps. Immutable.
 *
 * @param recipe the recipe's name
 * @param stepCount steps of its plan
 * @param principal on whose behalf it acts
 * @param output the result that the author wants; its value is null where that is the result text
 * @param endedAt null while it runs, as are the others that the end decides
 * @param stdinSha256 what it was started with
 * @param stdoutSha256 the result text
 * @param error why it failed or was cancelled; null if it did not
 */
public record StoredRun(
    RunId id,
    String recipe,
    String planHash,
    int stepCount,
    String principal,
    RunStatus status,
    Plan.Output output,
    Instant startedAt,
    @Nullable Instant endedAt,
    String stdinSha256,
    @Nullable String stdoutSha256,
    @Nullable String error) {}
