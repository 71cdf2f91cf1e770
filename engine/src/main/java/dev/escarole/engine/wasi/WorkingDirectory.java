package dev.escarole.engine.wasi;

/**
 * An open directory below a granted one, in which a guest is to start: its {@code .}. The guest
 * cannot climb out of it by relative paths; what else was granted it finds by absolute ones.
 *
 * <p>Made by {@link GrantedFiles#directory}, and handed over to one guest, which closes it.
 */
public final class WorkingDirectory {

  private final Grant grant;
  private final HostDirectory handle;

  WorkingDirectory(Grant grant, HostDirectory handle) {
    this.grant = grant;
    this.handle = handle;
  }

  DirectoryDescriptor descriptor(QuotaMeter meter) {
    return DirectoryDescriptor.started(grant, meter, handle);
  }
}
