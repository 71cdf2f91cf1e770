package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import dev.escarole.engine.wasi.host.HostDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;

/** One {@code path_open}: decides what is opened and how, and adds a descriptor. */
final class OpenCall {

  private static final int CREATE = 1;
  private static final int DIRECTORY = 2;
  private static final int EXCLUSIVE = 4;
  private static final int TRUNCATE = 8;
  private static final int KNOWN_FLAGS = 0b1111;

  private final Wasi wasi;
  private final DirectoryDescriptor below;
  private final boolean follow;
  private final String path;

  private OpenCall(Wasi wasi, DirectoryDescriptor below, boolean follow, String path) {
    this.wasi = wasi;
    this.below = below;
    this.follow = follow;
    this.path = path;
  }

  static OpenCall of(Wasi wasi, int number, int lookupFlags, String path) throws WasiFailure {
    DirectoryDescriptor below = wasi.descriptors().directory(number, Rights.PATH_OPEN);
    return new OpenCall(wasi, below, PathCalls.follows(lookupFlags), path);
  }

  int open(int openFlags, long rights, int descriptorFlags, int result)
      throws WasiFailure, IOException {
    wasi.memory().check(result, 4);
    if ((openFlags & ~KNOWN_FLAGS) != 0 || (descriptorFlags & ~Descriptor.KNOWN_FLAGS) != 0) {
      throw Errno.INVAL.failure();
    }
    wasi.descriptors().mustHaveRoom();
    mustBeAllowed(openFlags, rights);
    boolean exclusive = has(openFlags, CREATE) && has(openFlags, EXCLUSIVE);
    try (Lookup place = Lookup.walk(below.handle(), path, follow && !exclusive)) {
      BasicFileAttributes found = place.found();
      if (exclusive && found != null) {
        throw Errno.EXIST.failure();
      }
      Descriptor opened;
      if (found != null && found.isDirectory()) {
        opened = directory(place, openFlags, rights);
      } else {
        opened = file(place, openFlags, rights);
      }
      opened.setFlags(descriptorFlags);
      below.bequeath(opened);
      wasi.memory().storeInt(result, wasi.descriptors().add(opened));
      return 0;
    }
  }

  /** Dropped rights cannot be regained through the same directory. */
  private void mustBeAllowed(int openFlags, long rights) throws WasiFailure {
    if (has(openFlags, CREATE)) {
      below.mustHave(Rights.PATH_CREATE_FILE);
    }
    if (has(openFlags, TRUNCATE)) {
      below.mustHave(Rights.PATH_FILESTAT_SET_SIZE);
    }
    below.mustInherit(rights & (Rights.FD_READ | Rights.FD_WRITE));
  }

  private Descriptor directory(Lookup place, int openFlags, long rights)
      throws WasiFailure, IOException {
    if (has(openFlags, TRUNCATE) || writes(rights)) {
      throw Errno.ISDIR.failure();
    }
    if (has(openFlags, CREATE)) {
      throw has(openFlags, DIRECTORY) ? Errno.INVAL.failure() : Errno.ISDIR.failure();
    }
    HostDirectory handle = place.directory().openDirectory(place.name());
    return below.opened(handle);
  }

  private Descriptor file(Lookup place, int openFlags, long rights)
      throws WasiFailure, IOException {
    BasicFileAttributes found = place.found();
    boolean create = has(openFlags, CREATE);
    boolean truncate = has(openFlags, TRUNCATE);
    if (found == null && !create) {
      throw Errno.NOENT.failure();
    }
    if (has(openFlags, DIRECTORY) || place.directoryExpected()) {
      throw create && has(openFlags, DIRECTORY) ? Errno.INVAL.failure() : Errno.NOTDIR.failure();
    }
    if (found != null && found.isSymbolicLink()) {
      throw Errno.LOOP.failure();
    }
    if (found != null && !found.isRegularFile()) {
      // A pipe or device could block the host uninterruptibly.
      throw Errno.NOTSUP.failure();
    }
    if (writes(rights) || truncate || found == null) {
      below.mustBeWritable();
    }
    if (found == null) {
      wasi.meter().chargeEntry();
    }
    return opened(place, found == null, truncate, rights);
  }

  private Descriptor opened(Lookup place, boolean create, boolean truncate, long rights)
      throws IOException {
    boolean write = writes(rights) || truncate || create;
    boolean read = (rights & Rights.FD_READ) != 0;
    Set<OpenOption> options = new HashSet<>();
    options.add(LinkOption.NOFOLLOW_LINKS);
    options.add(write ? StandardOpenOption.WRITE : StandardOpenOption.READ);
    if (read) {
      options.add(StandardOpenOption.READ);
    }
    if (create) {
      options.add(StandardOpenOption.CREATE_NEW);
    }
    if (truncate) {
      options.add(StandardOpenOption.TRUNCATE_EXISTING);
    }
    FileChannel channel = place.directory().openFile(place.name(), options);
    boolean kept = false;
    try {
      Descriptor descriptor =
          new FileDescriptor(
              channel,
              place.directory(),
              place.name(),
              Rights.file(read, writes(rights), below.grant().writable()),
              wasi.meter());
      place.directory().retain();
      kept = true;
      return descriptor;
    } finally {
      if (!kept) {
        channel.close();
      }
    }
  }

  private static boolean writes(long rights) {
    return (rights & Rights.FD_WRITE) != 0;
  }

  private static boolean has(int flags, int flag) {
    return (flags & flag) != 0;
  }
}
