package dev.escarole.engine.store.audit;

/**
 * An action on record.
 *
 * @param number grows with each; a list goes on below the last number that it has shown
 */
public record StoredAction(long number, ActionEntry entry) {}
