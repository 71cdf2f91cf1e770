/**
 * WASI preview 1 over a {@link dev.escarole.engine.wasi.GuestMemory}. Every function returns an
 * error number; no guest input can make the host throw, block forever, allocate without limit or
 * leave the granted directories.
 *
 * <p>This package does not know which WebAssembly runtime executes the guest.
 */
@NullMarked
package dev.escarole.engine.wasi;

import org.jspecify.annotations.NullMarked;
