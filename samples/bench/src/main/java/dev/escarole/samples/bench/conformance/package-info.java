/** Holds any server of the agent command line against its text, from the outside. */
@NullMarked
package dev.escarole.samples.bench.conformance;

import org.jspecify.annotations.NullMarked;
