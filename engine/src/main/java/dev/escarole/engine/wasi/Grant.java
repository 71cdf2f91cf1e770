package dev.escarole.engine.wasi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * One granted directory of one invocation. Descriptors opened below the same grant share this
 * object.
 *
 * <p>A grant may lie inside another one that guests can write to. Such a guest could put a link in
 * its place, so it is then opened from the outer directory on, without following any link.
 */
final class Grant {

  private final Path host;
  private final Path trusted;
  private final boolean writable;

  private Grant(Path host, Path trusted, boolean writable) {
    this.host = host;
    this.trusted = trusted;
    this.writable = writable;
  }

  /**
   * Says how a directory is opened.
   *
   * @param all all directories that guests are given, this one included
   */
  static Grant of(Preopen preopen, List<Preopen> all) {
    Path host = absolute(preopen);
    Path trusted = host;
    for (Preopen other : all) {
      Path outer = absolute(other);
      if (other.writable()
          && host.startsWith(outer)
          && outer.getNameCount() < trusted.getNameCount()) {
        trusted = outer;
      }
    }
    return new Grant(host, trusted, preopen.writable());
  }

  boolean writable() {
    return writable;
  }

  HostDirectory open() throws IOException {
    HostDirectory reached = HostDirectory.open(trusted);
    if (trusted.equals(host)) {
      return reached;
    }
    for (Path element : trusted.relativize(host)) {
      try (HostDirectory outer = reached) {
        reached = outer.openDirectory(element.toString());
      }
    }
    return reached;
  }

  private static Path absolute(Preopen preopen) {
    return preopen.host().toAbsolutePath().normalize();
  }
}
