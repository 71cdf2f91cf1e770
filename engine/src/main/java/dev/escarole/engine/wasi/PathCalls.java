package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The calls that work on a path below an open directory. */
final class PathCalls {

  private static final int FOLLOW = 1;

  private PathCalls() {}

  static boolean follows(int lookupFlags) {
    return (lookupFlags & FOLLOW) != 0;
  }

  static int createDirectory(Wasi wasi, int number, String path) throws WasiFailure, IOException {
    DirectoryDescriptor below = wasi.descriptors().directory(number, Rights.PATH_CREATE_DIRECTORY);
    try (Lookup place = Lookup.walk(below.handle(), path, false)) {
      below.mustBeWritable();
      mustBeFree(place);
      wasi.meter().chargeEntry();
      place.directory().createDirectory(place.name());
      return 0;
    }
  }

  static int stat(Wasi wasi, int number, int flags, String path, int result)
      throws WasiFailure, IOException {
    DirectoryDescriptor below = wasi.descriptors().directory(number, Rights.PATH_FILESTAT_GET);
    try (Lookup place = Lookup.walk(below.handle(), path, follows(flags))) {
      FileStat.of(place.existing()).store(wasi.memory(), result);
      return 0;
    }
  }

  static int setTimes(Wasi wasi, int number, int flags, String path, FileTimes times)
      throws WasiFailure, IOException {
    DirectoryDescriptor below =
        wasi.descriptors().directory(number, Rights.PATH_FILESTAT_SET_TIMES);
    try (Lookup place = Lookup.walk(below.handle(), path, follows(flags))) {
      below.mustBeWritable();
      if (place.existing().isOther()) {
        // This would open a pipe, which could block the host.
        throw Errno.NOTSUP.failure();
      }
      place.directory().setTimes(place.name(), times.accessed(), times.modified());
      return 0;
    }
  }

  static int readLink(Wasi wasi, int number, String path, int address, int length, int result)
      throws WasiFailure, IOException {
    DirectoryDescriptor below = wasi.descriptors().directory(number, Rights.PATH_READLINK);
    GuestMemory memory = wasi.memory();
    memory.check(address, length);
    memory.check(result, 4);
    try (Lookup place = Lookup.walk(below.handle(), path, false)) {
      if (!place.existing().isSymbolicLink()) {
        throw Errno.INVAL.failure();
      }
      String target = place.directory().readLink(place.name());
      if (target.startsWith("/")) {
        // An absolute target is a host path, which guests must not see.
        throw Errno.NOTCAPABLE.failure();
      }
      byte[] text = target.getBytes(StandardCharsets.UTF_8);
      int count = Math.min(length, text.length);
      memory.store(address, text, 0, count);
      memory.storeInt(result, count);
      return 0;
    }
  }

  static int removeDirectory(Wasi wasi, int number, String path) throws WasiFailure, IOException {
    DirectoryDescriptor below = wasi.descriptors().directory(number, Rights.PATH_REMOVE_DIRECTORY);
    try (Lookup place = Lookup.walk(below.handle(), path, false)) {
      below.mustBeWritable();
      BasicFileAttributes found = place.existing();
      place.mustBeEntry();
      if (!found.isDirectory()) {
        throw Errno.NOTDIR.failure();
      }
      place.directory().deleteDirectory(place.name());
      return 0;
    }
  }

  static int unlink(Wasi wasi, int number, String path) throws WasiFailure, IOException {
    DirectoryDescriptor below = wasi.descriptors().directory(number, Rights.PATH_UNLINK_FILE);
    try (Lookup place = Lookup.walk(below.handle(), path, false)) {
      below.mustBeWritable();
      if (place.existing().isDirectory()) {
        throw Errno.ISDIR.failure();
      }
      if (place.directoryExpected()) {
        throw Errno.NOTDIR.failure();
      }
      place.directory().deleteFile(place.name());
      return 0;
    }
  }

  static int rename(Wasi wasi, int number, String path, int newNumber, String newPath)
      throws WasiFailure, IOException {
    DirectoryDescriptor below = wasi.descriptors().directory(number, Rights.PATH_RENAME_SOURCE);
    DirectoryDescriptor newBelow =
        wasi.descriptors().directory(newNumber, Rights.PATH_RENAME_TARGET);
    try (Lookup place = Lookup.walk(below.handle(), path, false);
        Lookup newPlace = Lookup.walk(newBelow.handle(), newPath, false)) {
      below.mustBeWritable();
      newBelow.mustBeWritable();
      BasicFileAttributes moved = place.existing();
      place.mustBeEntry();
      newPlace.mustBeEntry();
      mustBeReplaceable(moved, newPlace.found());
      if (!moved.isDirectory() && newPlace.directoryExpected()) {
        throw Errno.NOTDIR.failure();
      }
      place.directory().move(place.name(), newPlace.directory(), newPlace.name());
      return 0;
    }
  }

  static int symlink(Wasi wasi, String target, int number, String path)
      throws WasiFailure, IOException {
    DirectoryDescriptor below = wasi.descriptors().directory(number, Rights.PATH_SYMLINK);
    if (target.isEmpty()) {
      throw Errno.NOENT.failure();
    }
    if (target.startsWith("/")) {
      throw Errno.NOTCAPABLE.failure();
    }
    try (Lookup place = Lookup.walk(below.handle(), path, false)) {
      below.mustBeWritable();
      mustBeFree(place);
      if (place.directoryExpected()) {
        throw Errno.NOENT.failure();
      }
      wasi.meter().chargeEntry();
      place.directory().createLink(place.name(), target);
      return 0;
    }
  }

  static void mustBeFree(Lookup place) throws WasiFailure {
    if (place.found() != null) {
      throw Errno.EXIST.failure();
    }
  }

  private static void mustBeReplaceable(
      BasicFileAttributes moved, @Nullable BasicFileAttributes replaced) throws WasiFailure {
    if (replaced == null) {
      return;
    }
    if (moved.isDirectory() && !replaced.isDirectory()) {
      throw Errno.NOTDIR.failure();
    }
    if (!moved.isDirectory() && replaced.isDirectory()) {
      throw Errno.ISDIR.failure();
    }
  }

  /** One {@code path_link}: creates a hard link within the same grant. */
  static final class LinkCall {

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
        // No host can atomically link the target of a symbolic link, so this is not supported.
        throw Errno.INVAL.failure();
      }
      return new LinkCall(wasi, below, path);
    }

    int link(int newNumber, String newPath) throws WasiFailure, IOException {
      DirectoryDescriptor newBelow =
          wasi.descriptors().directory(newNumber, Rights.PATH_LINK_TARGET);
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

    /** A link may be dangling or circular, but must not lead out of the grant. */
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
}
