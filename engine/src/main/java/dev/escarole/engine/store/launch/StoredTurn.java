package dev.escarole.engine.store.launch;

import dev.escarole.engine.run.RunId;

/**
 * A stored run whose recipe limits how many there are at once. Immutable.
 *
 * @param number of the run; grows in the order of the launches
 */
public record StoredTurn(
    RunId run, long number, String recipe, String principal, LaunchTurn turn) {}
