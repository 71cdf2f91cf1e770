package dev.escarole.engine.executor;

/**
 * Current load of an executor. Immutable.
 *
 * @param runs runs in progress
 * @param workers maximum number of leaves that run at once
 * @param busy number of running leaves
 * @param waiting started leaves that wait without a worker, for a time or for a free worker
 * @param queued ready leaves that wait for a worker
 */
public record ExecutorLoad(int runs, int workers, int busy, int waiting, int queued) {}
