package dev.escarole.engine.executor;

/**
 * What an executor is doing at one moment. Immutable.
 *
 * @param runs runs in progress
 * @param workers threads that run leaves
 * @param busy workers that run one now
 * @param queued leaves that are ready and wait for a worker
 */
public record ExecutorLoad(int runs, int workers, int busy, int queued) {}
