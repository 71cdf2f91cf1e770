/**
 * Lets an engine run for a long time while its process is killed again and again, and holds what
 * comes of its runs against what they should come to.
 */
@NullMarked
package dev.escarole.samples.bench.soak;

import org.jspecify.annotations.NullMarked;
