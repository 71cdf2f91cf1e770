package dev.escarole.engine.wasi;

import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributes;

/** One {@code path_link}: gives a file or link a second name, below the same grant. */
final class LinkCall {

  private final Wasi wasi;
  private final DirectoryDescriptor below;
  private final String path;

  private LinkCall(Wasi wasi, DirectoryDescriptor below, String path) {
    this.wasi = wasi;
    this.below = below;
    this.path = path;
  }

  static LinkCall of(Wasi wasi, int number, int lookupFlags, String path) throws WasiFailure {
    DirectoryDescriptor below = wasi.descriptors().directory(number, Rights.PATH_LINK_SOURCE);
    if (PathCalls.follows(lookupFlags)) {
      // No host links what a link leads to in one step, so none offers it.
      throw Errno.INVAL.failure();
    }
    return new LinkCall(wasi, below, path);
  }

  int link(int newNumber, String newPath) throws WasiFailure, IOException {
    DirectoryDescriptor newBelow = wasi.descriptors().directory(newNumber, Rights.PATH_LINK_TARGET);
    try (Lookup place = Lookup.walk(below.handle(), path, false);
        Lookup newPlace = Lookup.walk(newBelow.handle(), newPath, false)) {
      BasicFileAttributes found = place.existing();
      below.mustBeWritable();
      newBelow.mustBeWritable();
      if (below.grant() != newBelow.grant()) {
        throw Errno.XDEV.failure();
      }
      mustBeLinkable(found);
      PathCalls.mustBeFree(newPlace);
      if (newPlace.directoryExpected()) {
        throw Errno.NOENT.failure();
      }
      wasi.meter().chargeEntry();
      place.directory().createHardLink(place.name(), newPlace.directory(), newPlace.name());
      return 0;
    }
  }

  private void mustBeLinkable(BasicFileAttributes found) throws WasiFailure, IOException {
    if (found.isSymbolicLink()) {
      mustStayInside();
    } else if (!found.isRegularFile()) {
      throw Errno.PERM.failure();
    }
  }

  /** A link may lead to nothing or in a circle, but not out of the grant. */
  private void mustStayInside() throws WasiFailure, IOException {
    try {
      Lookup.walk(below.handle(), path, true).close();
    } catch (WasiFailure e) {
      if (e.errno() == Errno.NOTCAPABLE) {
        throw e;
      }
    }
  }
}
