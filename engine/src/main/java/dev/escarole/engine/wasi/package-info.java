/**
 * WASI preview 1, the guest's whole window on the world, over a {@link
 * dev.escarole.engine.wasi.GuestMemory}. Every function answers with an error number; nothing that
 * a guest passes in can make the host throw, block for ever, allocate without bound or leave the
 * granted directories.
 *
 * <p>Nothing in here knows which WebAssembly runtime executes the guest.
 */
@NullMarked
package dev.escarole.engine.wasi;

import org.jspecify.annotations.NullMarked;
