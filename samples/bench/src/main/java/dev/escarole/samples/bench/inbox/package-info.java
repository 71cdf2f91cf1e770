/**
 * Drops files into an inbox from many sides while its engine is killed again and again, and holds
 * what comes of them against what was dropped.
 */
@NullMarked
package dev.escarole.samples.bench.inbox;

import org.jspecify.annotations.NullMarked;
