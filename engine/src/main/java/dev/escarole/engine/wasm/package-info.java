/**
 * Runs commands as WebAssembly inside the JVM, with Chicory: compiles artifacts, keeps them, and
 * gives every call a fresh instance with limits on time, memory and output. The only package that
 * knows Chicory.
 */
@NullMarked
package dev.escarole.engine.wasm;

import org.jspecify.annotations.NullMarked;
