package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.host.HostDirectory;
import java.util.List;

/**
 * An open directory below a granted one, in which a guest is to start: its {@code .}. The guest
 * cannot climb out of it by relative paths; what else was granted it finds by absolute ones.
 *
 * <p>The guest gets it twice: as {@code .}, where C libraries let relative paths begin, and behind
 * that under its absolute name, by which the built-in commands know where they are.
 *
 * <p>Made by {@link GrantedFiles#directory}, and handed over to one guest, which closes it.
 */
public final class WorkingDirectory {

  private final Grant grant;
  private final String guestName;
  private final HostDirectory handle;
  private final HostDirectory named;

  /** Takes over both handles, which are open on the same directory. */
  WorkingDirectory(Grant grant, String guestName, HostDirectory handle, HostDirectory named) {
    this.grant = grant;
    this.guestName = guestName;
    this.handle = handle;
    this.named = named;
  }

  /** What the guest is given, in this order. */
  List<DirectoryDescriptor> descriptors(QuotaMeter meter) {
    return List.of(
        DirectoryDescriptor.started(grant, meter, HostDirectory.SELF, handle),
        DirectoryDescriptor.started(grant, meter, guestName, named));
  }
}
