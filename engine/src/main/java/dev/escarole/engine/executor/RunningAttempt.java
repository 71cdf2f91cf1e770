package dev.escarole.engine.executor;

import dev.escarole.engine.command.OutputWatch;
import dev.escarole.engine.plan.LeafStep;
import java.time.Instant;

/**
 * A running attempt of a leaf. Gives access to the output so far, also after the attempt has ended.
 * Thread-safe.
 *
 * @param attempt number of the attempt in the whole run, from 1
 * @param output the command's output so far; empty if the result is reused
 */
public record RunningAttempt(LeafStep step, int attempt, Instant startedAt, OutputWatch output) {}
