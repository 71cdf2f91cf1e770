package dev.escarole.engine.store.await;

import dev.escarole.engine.run.RunId;

/**
 * Identifies one wait of a step.
 *
 * @param step index of the step in its plan
 * @param attempt number of the attempt in the whole run, from 1
 */
public record AwaitKey(RunId run, int step, int attempt) {}
