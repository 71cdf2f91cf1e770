/**
 * Writes a module that begins where an instance of it has ended. Does not know instances, limits or
 * runners.
 */
@NullMarked
package dev.escarole.engine.wasm.snapshot;

import org.jspecify.annotations.NullMarked;
