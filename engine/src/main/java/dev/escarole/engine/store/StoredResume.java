package dev.escarole.engine.store;

import java.time.Instant;

/**
 * A run went on after its engine had gone away. Immutable.
 *
 * @param number which time it was, from 1
 * @param attemptsKept attempts whose end was on record and that did not run again
 * @param leavesAgain leaves that had to run again because their end was not on record
 */
public record StoredResume(int number, Instant at, int attemptsKept, int leavesAgain) {}
