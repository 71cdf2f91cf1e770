package dev.escarole.engine.executor;

import dev.escarole.engine.command.OutputWatch;
import dev.escarole.engine.plan.LeafStep;
import java.time.Instant;

/**
 * An attempt of a leaf that a worker has taken up and that has not ended. What its command has
 * written so far can be seen through it while the attempt goes on and afterwards; nothing is kept
 * for it, and it is gone when nobody holds it any more. Safe for use by many threads.
 *
 * @param attempt which try of this leaf it is in the whole run, from 1
 * @param output what its command has written so far; nothing for a result that is not made by
 *     running it
 */
public record RunningAttempt(LeafStep step, int attempt, Instant startedAt, OutputWatch output) {}
