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

  static boolean follows(long lookupFlags) {
    return (lookupFlags & FOLLOW) != 0;
  }

  static void createDirectory(Wasi wasi, long[] a) throws WasiFailure, IOException {
    DirectoryDescriptor below = wasi.descriptors.directory(a[0], Rights.PATH_CREATE_DIRECTORY);
    try (Lookup place = below.walk(wasi.path(a, 1), false)) {
      below.mustBeWritable();
      mustBeFree(place);
      wasi.meter.chargeEntry();
      place.directory().createDirectory(place.name());
    }
  }

  static void stat(Wasi wasi, long[] a) throws WasiFailure, IOException {
    DirectoryDescriptor below = wasi.descriptors.directory(a[0], Rights.PATH_FILESTAT_GET);
    try (Lookup place = below.walk(wasi.path(a, 2), follows(a[1]))) {
      wasi.view.shown(FileStat.of(place.existing())).store(wasi.memory, (int) a[4]);
    }
  }

  static void setTimes(Wasi wasi, long[] a) throws WasiFailure, IOException {
    DirectoryDescriptor below = wasi.descriptors.directory(a[0], Rights.PATH_FILESTAT_SET_TIMES);
    FileTimes times = FileTimes.of(wasi.clocks, a, 4);
    try (Lookup place = below.walk(wasi.path(a, 2), follows(a[1]))) {
      below.mustBeWritable();
      if (place.existing().isOther()) {
        // This would open a pipe, which could block the host.
        throw Errno.NOTSUP.failure();
      }
      place.directory().setTimes(place.name(), times.accessed(), times.modified());
    }
  }

  static void readLink(Wasi wasi, long[] a) throws WasiFailure, IOException {
    DirectoryDescriptor below = wasi.descriptors.directory(a[0], Rights.PATH_READLINK);
    int address = (int) a[3];
    int length = (int) a[4];
    int result = (int) a[5];
    wasi.memory.check(address, length);
    wasi.memory.check(result, 4);
    try (Lookup place = below.walk(wasi.path(a, 1), false)) {
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
      wasi.memory.store(address, text, 0, count);
      wasi.memory.storeInt(result, count);
    }
  }

  static void removeDirectory(Wasi wasi, long[] a) throws WasiFailure, IOException {
    DirectoryDescriptor below = wasi.descriptors.directory(a[0], Rights.PATH_REMOVE_DIRECTORY);
    try (Lookup place = below.walk(wasi.path(a, 1), false)) {
      below.mustBeWritable();
      BasicFileAttributes found = place.existing();
      place.mustBeEntry();
      if (!found.isDirectory()) {
        throw Errno.NOTDIR.failure();
      }
      place.directory().deleteDirectory(place.name());
    }
  }

  static void unlink(Wasi wasi, long[] a) throws WasiFailure, IOException {
    DirectoryDescriptor below = wasi.descriptors.directory(a[0], Rights.PATH_UNLINK_FILE);
    try (Lookup place = below.walk(wasi.path(a, 1), false)) {
      below.mustBeWritable();
      if (place.existing().isDirectory()) {
        throw Errno.ISDIR.failure();
      }
      if (place.directoryExpected()) {
        throw Errno.NOTDIR.failure();
      }
      place.directory().deleteFile(place.name());
    }
  }

  static void rename(Wasi wasi, long[] a) throws WasiFailure, IOException {
    DirectoryDescriptor below = wasi.descriptors.directory(a[0], Rights.PATH_RENAME_SOURCE);
    DirectoryDescriptor newBelow = wasi.descriptors.directory(a[3], Rights.PATH_RENAME_TARGET);
    try (Lookup place = below.walk(wasi.path(a, 1), false);
        Lookup newPlace = newBelow.walk(wasi.path(a, 4), false)) {
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
    }
  }

  static void symlink(Wasi wasi, long[] a) throws WasiFailure, IOException {
    String target = wasi.path(a, 0);
    DirectoryDescriptor below = wasi.descriptors.directory(a[2], Rights.PATH_SYMLINK);
    if (target.isEmpty()) {
      throw Errno.NOENT.failure();
    }
    if (target.startsWith("/")) {
      throw Errno.NOTCAPABLE.failure();
    }
    try (Lookup place = below.walk(wasi.path(a, 3), false)) {
      below.mustBeWritable();
      mustBeNewFile(place);
      wasi.meter.chargeEntry();
      place.directory().createLink(place.name(), target);
    }
  }

  /** Creates a hard link within the same grant. */
  static void link(Wasi wasi, long[] a) throws WasiFailure, IOException {
    DirectoryDescriptor below = wasi.descriptors.directory(a[0], Rights.PATH_LINK_SOURCE);
    if (follows(a[1])) {
      // No host can atomically link the target of a symbolic link, so this is not supported.
      throw Errno.INVAL.failure();
    }
    DirectoryDescriptor newBelow = wasi.descriptors.directory(a[4], Rights.PATH_LINK_TARGET);
    String path = wasi.path(a, 2);
    try (Lookup place = below.walk(path, false);
        Lookup newPlace = newBelow.walk(wasi.path(a, 5), false)) {
      BasicFileAttributes found = place.existing();
      below.mustBeWritable();
      newBelow.mustBeWritable();
      if (below.grant() != newBelow.grant()) {
        throw Errno.XDEV.failure();
      }
      if (found.isSymbolicLink()) {
        mustStayInside(below, path);
      } else if (!found.isRegularFile()) {
        throw Errno.PERM.failure();
      }
      mustBeNewFile(newPlace);
      wasi.meter.chargeEntry();
      place.directory().createHardLink(place.name(), newPlace.directory(), newPlace.name());
    }
  }

  /** A link may be dangling or circular, but must not lead out of the grant. */
  private static void mustStayInside(DirectoryDescriptor below, String link)
      throws WasiFailure, IOException {
    try {
      below.walk(link, true).close();
    } catch (WasiFailure e) {
      if (e.errno() == Errno.NOTCAPABLE) {
        throw e;
      }
    }
  }

  private static void mustBeFree(Lookup place) throws WasiFailure {
    if (place.found() != null) {
      throw Errno.EXIST.failure();
    }
  }

  private static void mustBeNewFile(Lookup place) throws WasiFailure {
    mustBeFree(place);
    if (place.directoryExpected()) {
      throw Errno.NOENT.failure();
    }
  }

  private static void mustBeReplaceable(
      BasicFileAttributes moved, @Nullable BasicFileAttributes replaced) throws WasiFailure {
    if (replaced != null && moved.isDirectory() != replaced.isDirectory()) {
      throw (moved.isDirectory() ? Errno.NOTDIR : Errno.ISDIR).failure();
    }
  }
}
