package dev.escarole.engine.store.journal;

/**
 * What the journal has done since its store was opened. Immutable.
 *
 * @param groups of events that were committed together
 * @param events in all of them
 * @param commitNanos that committing them took, waiting for the database included
 */
public record JournalWork(long groups, long events, long commitNanos) {}
