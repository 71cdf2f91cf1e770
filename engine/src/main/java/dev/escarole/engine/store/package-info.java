/**
 * Stores plans, runs and their history in a database.
 *
 * <p>{@link dev.escarole.engine.store.RunStore} is the front door. A run is written with its whole
 * plan before its first command starts; everything after that goes through the {@link
 * dev.escarole.engine.store.journal.Journal}, which commits in groups on a thread of its own. One
 * schema and one set of SQL serve H2 in PostgreSQL mode and PostgreSQL. This package does not know
 * how a step is executed.
 */
@NullMarked
package dev.escarole.engine.store;

import org.jspecify.annotations.NullMarked;
