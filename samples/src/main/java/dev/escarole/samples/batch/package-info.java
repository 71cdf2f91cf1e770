/**
 * A batch job that embeds the engine: reads a CSV file in chunks and runs one recipe for each.
 *
 * <p>What a batch framework calls a chunk-oriented step, in plain Java: read, process, write, and
 * keep what was refused.
 */
@NullMarked
package dev.escarole.samples.batch;

import org.jspecify.annotations.NullMarked;
