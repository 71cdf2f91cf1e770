/**
 * Entry point: {@link dev.escarole.engine.Engine} and its options. The only place that wires the
 * packages together.
 */
@NullMarked
package dev.escarole.engine;

import org.jspecify.annotations.NullMarked;
