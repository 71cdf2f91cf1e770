package dev.escarole.engine.executor;

/**
 * What an executor is doing at one moment. Immutable.
 *
 * @param runs runs in progress
 * @param workers how many leaves run at once
 * @param busy how many run now
 * @param waiting leaves besides that have begun and wait, for a time to come or for a worker to go
 *     on with, without holding one
 * @param queued leaves that are ready and wait for a worker
 */
public record ExecutorLoad(int runs, int workers, int busy, int waiting, int queued) {}
