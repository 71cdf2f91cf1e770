package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.host.HostBarrier;
import java.nio.file.Path;

/**
 * A directory that is open in the guest from the start.
 *
 * @param host the directory on this machine; links on the way to it are the operator's and followed
 * @param guest the name under which the guest finds it
 * @param writable whether the guest may change what is inside
 * @param barrier what the guest does not reach through it
 */
public record Preopen(Path host, String guest, boolean writable, HostBarrier barrier) {

  /** A directory in which nothing is held back. */
  public Preopen(Path host, String guest, boolean writable) {
    this(host, guest, writable, HostBarrier.NONE);
  }
}
