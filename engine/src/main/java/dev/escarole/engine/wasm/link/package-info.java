/**
 * Linking a module of others with a harness of ours, which makes it a program: the harness calls
 * what the module exports, and has the functions that the module imports. Both live in one memory;
 * the host takes no part. Knows nothing of instances.
 */
@NullMarked
package dev.escarole.engine.wasm.link;

import org.jspecify.annotations.NullMarked;
