/**
 * Reads the bytes of a module and rewrites them so that it counts what it executes: fuel. Knows
 * nothing of instances, limits or whoever runs what comes of it.
 */
@NullMarked
package dev.escarole.engine.wasm.metering;

import org.jspecify.annotations.NullMarked;
