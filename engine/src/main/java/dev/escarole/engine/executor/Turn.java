package dev.escarole.engine.executor;

/**
 * Whose turn a leaf takes: first the principals take turns, then the recipes of a principal, then
 * the runs of a recipe. Immutable.
 *
 * @param principal name of the run's principal
 * @param recipe name of the run's recipe
 * @param run the run, compared by identity
 */
record Turn(String principal, String recipe, Object run) {}
