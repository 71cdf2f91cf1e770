package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Wasi.FileGuard;
import dev.escarole.engine.wasi.host.HostDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * One granted directory of one invocation. Descriptors opened below the same grant share this
 * object.
 *
 * <p>A grant may be inside another, writable one. A guest could replace it with a link, so it is
 * then opened from the outer directory on without following links.
 */
final class Grant {

  private final Preopen preopen;
  private final List<Preopen> all;
  private final FileGuard guard;

  /**
   * @param all all granted directories, including this one
   * @param guard is passed before the directory is opened
   */
  Grant(Preopen preopen, List<Preopen> all, FileGuard guard) {
    this.guard = guard;
    this.preopen = preopen;
    this.all = all;
  }

  boolean writable() {
    return preopen.writable();
  }

  HostDirectory open() throws IOException {
    pass();
    Path host = absolute(preopen);
    Path trusted = trusted(host);
    HostDirectory reached = HostDirectory.open(trusted, preopen.barrier().hides());
    if (!trusted.equals(host)) {
      for (Path element : trusted.relativize(host)) {
        try (HostDirectory outer = reached) {
          reached = outer.openDirectory(element.toString());
        }
      }
    }
    return checked(reached);
  }

  private HostDirectory checked(HostDirectory reached) throws IOException {
    try {
      preopen.barrier().check().of(reached.attributes(HostDirectory.SELF).fileKey());
      return reached;
    } catch (IOException | RuntimeException | Error e) {
      reached.close();
      throw e;
    }
  }

  private void pass() {
    try {
      guard.pass();
    } catch (InterruptedException e) {
      throw GuestStop.interrupted();
    }
  }

  /** The directory that no guest of this invocation can replace. */
  private Path trusted(Path host) {
    Path trusted = host;
    for (Preopen other : all) {
      Path outer = absolute(other);
      if (other.writable()
          && host.startsWith(outer)
          && outer.getNameCount() < trusted.getNameCount()) {
        trusted = outer;
      }
    }
    return trusted;
  }

  private static Path absolute(Preopen preopen) {
    return preopen.host().toAbsolutePath().normalize();
  }
}
