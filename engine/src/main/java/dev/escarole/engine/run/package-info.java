/**
 * What a run is: its identity, the states of its steps, the pure machine that holds the semantics
 * of the recipe language, joins, events and results.
 *
 * <p>Nothing in here knows SQL, threads or clocks.
 */
@NullMarked
package dev.escarole.engine.run;

import org.jspecify.annotations.NullMarked;
