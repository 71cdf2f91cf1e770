/**
 * The front door: {@link dev.escarole.engine.Engine} and what one says to it. The only place that
 * wires the rooms together.
 */
@NullMarked
package dev.escarole.engine;

import org.jspecify.annotations.NullMarked;
