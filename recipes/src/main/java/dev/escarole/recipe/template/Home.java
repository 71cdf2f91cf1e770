package dev.escarole.recipe.template;

/**
 * Where a default was written.
 *
 * @param enclosing the scope around the node that wrote it
 * @param repeats whether that node repeats, so that its copies have an index of their own
 */
record Home(Scope enclosing, boolean repeats) {}
