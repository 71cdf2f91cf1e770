package dev.escarole.engine.store;

import dev.escarole.engine.run.RunId;
import java.time.Instant;

/**
 * A run and what it takes. Immutable.
 *
 * @param ended whether it may be deleted
 * @param bytes of output and of rows, counted as {@link Retention#maxBytes} does
 */
public record KeptRun(RunId id, Instant startedAt, boolean ended, long attempts, long bytes) {}
