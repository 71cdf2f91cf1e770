/**
 * Executes runs: workers, timers, and the loop that drives machine, journal and broker.
 *
 * <p>Each run is driven by at most one thread at a time, the worker with the next event; there is
 * no central scheduler thread.
 */
@NullMarked
package dev.escarole.engine.executor;

import org.jspecify.annotations.NullMarked;
