/**
 * Runs commands as WebAssembly inside the JVM with Chicory: compiles and caches artifacts, and runs
 * every call in a fresh instance with limits on time, memory and output. The only package that uses
 * Chicory.
 */
@NullMarked
package dev.escarole.engine.wasm;

import org.jspecify.annotations.NullMarked;
