/**
 * Carries runs out: workers, timers, and the loop that drives machine, journal and broker.
 *
 * <p>Each run is driven by at most one thread at a time, whichever worker brings the next piece of
 * news; there is no scheduler thread that every leaf would have to pass through.
 */
@NullMarked
package dev.escarole.engine.executor;

import org.jspecify.annotations.NullMarked;
