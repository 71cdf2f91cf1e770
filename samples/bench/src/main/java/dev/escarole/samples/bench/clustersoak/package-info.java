/**
 * Runs three servers on one PostgreSQL for an hour, with schedules and an inbox, injects faults,
 * and checks what is on record against what was planned and dropped.
 */
@NullMarked
package dev.escarole.samples.bench.clustersoak;

import org.jspecify.annotations.NullMarked;
