/**
 * The model of a run: its id, the states of its steps, the pure machine with the semantics of the
 * recipe language, joins, events and results.
 *
 * <p>Independent of SQL, threads and clocks.
 */
@NullMarked
package dev.escarole.engine.run;

import org.jspecify.annotations.NullMarked;
