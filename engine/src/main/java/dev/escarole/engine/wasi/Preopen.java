package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.host.HostBarrier;
import java.nio.file.Path;

/**
 * A preopened directory.
 *
 * @param host the directory on this machine; links in this path are followed
 * @param guest its guest path
 * @param writable whether the guest may change the contents
 * @param barrier hides entries from the guest
 */
public record Preopen(Path host, String guest, boolean writable, HostBarrier barrier) {}
