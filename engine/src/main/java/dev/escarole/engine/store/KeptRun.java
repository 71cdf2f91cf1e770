package dev.escarole.engine.store;

import dev.escarole.engine.run.RunId;
import java.time.Instant;

/**
 * A run and what it takes. Immutable.
 *
 * @param deletable whether it may be deleted: it has ended, and no run that has not ended runs it
 *     again
 * @param attempts how many of its attempts are on record
 * @param bytes of output and of rows, counted as {@link Retention#maxBytes} does
 */
public record KeptRun(RunId id, Instant startedAt, boolean deletable, long attempts, long bytes) {}
