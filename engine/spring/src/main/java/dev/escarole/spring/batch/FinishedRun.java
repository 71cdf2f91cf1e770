package dev.escarole.spring.batch;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;

/**
 * A run that ended well: done, or degraded with its author's consent. Immutable.
 *
 * @param output the output that the recipe selects, or else its result text
 */
public record FinishedRun(RunId id, String recipe, RunStatus status, String output) {}
