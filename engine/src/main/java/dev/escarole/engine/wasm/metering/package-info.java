/**
 * Reads a module and rewrites it so that it meters its execution. Does not know instances, limits
 * or runners.
 */
@NullMarked
package dev.escarole.engine.wasm.metering;

import org.jspecify.annotations.NullMarked;
