package dev.escarole.engine.store;

/**
 * An ended attempt with the step that it belongs to. Immutable.
 *
 * @param step without its progress
 */
public record LoggedAttempt(StoredStep step, StoredAttempt attempt) {}
