package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
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
  private final int flags;
  private final long rights;

  private OpenCall(Wasi wasi, DirectoryDescriptor below, int flags, long rights) {
    this.wasi = wasi;
    this.below = below;
    this.flags = flags;
    this.rights = rights;
  }

  static void open(Wasi wasi, long[] a) throws WasiFailure, IOException {
    DirectoryDescriptor below = wasi.descriptors.directory(a[0], Rights.PATH_OPEN);
    int flags = (int) a[4];
    int descriptorFlags = (int) a[7];
    wasi.memory.check((int) a[8], 4);
    if ((flags & ~KNOWN_FLAGS) != 0 || (descriptorFlags & ~Descriptor.KNOWN_FLAGS) != 0) {
      throw Errno.INVAL.failure();
    }
    Descriptor opened =
        new OpenCall(wasi, below, flags, a[5]).opened(wasi.path(a, 2), PathCalls.follows(a[1]));
    opened.setFlags(descriptorFlags);
    below.bequeath(opened);
    wasi.memory.storeInt((int) a[8], wasi.descriptors.add(opened));
  }

  private Descriptor opened(String path, boolean follow) throws WasiFailure, IOException {
    wasi.descriptors.mustHaveRoom();
    mustBeAllowed();
    boolean exclusive = has(CREATE) && has(EXCLUSIVE);
    try (Lookup place = below.walk(path, follow && !exclusive)) {
      BasicFileAttributes found = place.found();
      if (exclusive && found != null) {
        throw Errno.EXIST.failure();
      }
      return found != null && found.isDirectory() ? directory(place) : file(place);
    }
  }

  /** Dropped rights cannot be regained through the same directory. */
  private void mustBeAllowed() throws WasiFailure {
    if (has(CREATE)) {
      below.mustHave(Rights.PATH_CREATE_FILE);
    }
    if (has(TRUNCATE)) {
      below.mustHave(Rights.PATH_FILESTAT_SET_SIZE);
    }
    below.mustInherit(rights & (Rights.FD_READ | Rights.FD_WRITE));
  }

  private Descriptor directory(Lookup place) throws WasiFailure, IOException {
    if (has(TRUNCATE) || writes()) {
      throw Errno.ISDIR.failure();
    }
    if (has(CREATE)) {
      throw has(DIRECTORY) ? Errno.INVAL.failure() : Errno.ISDIR.failure();
    }
    return below.opened(place.directory().openDirectory(place.name()));
  }

  private Descriptor file(Lookup place) throws WasiFailure, IOException {
    BasicFileAttributes found = place.found();
    boolean create = has(CREATE);
    boolean truncate = has(TRUNCATE);
    if (found == null && !create) {
      throw Errno.NOENT.failure();
    }
    if (has(DIRECTORY) || place.directoryExpected()) {
      throw create && has(DIRECTORY) ? Errno.INVAL.failure() : Errno.NOTDIR.failure();
    }
    if (found != null && found.isSymbolicLink()) {
      throw Errno.LOOP.failure();
    }
    if (found != null && !found.isRegularFile()) {
      // A pipe or device could block the host uninterruptibly.
      throw Errno.NOTSUP.failure();
    }
    if (writes() || truncate || found == null) {
      below.mustBeWritable();
    }
    if (found == null) {
      wasi.meter.chargeEntry();
    }
    return opened(place, found == null, truncate);
  }

  private Descriptor opened(Lookup place, boolean create, boolean truncate) throws IOException {
    boolean write = writes() || truncate || create;
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
    try {
      Descriptor descriptor =
          new FileDescriptor(
              channel,
              place.directory(),
              place.name(),
              Rights.file(read, writes(), below.grant().writable()),
              wasi.meter);
      place.directory().retain();
      return descriptor;
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  private boolean writes() {
    return (rights & Rights.FD_WRITE) != 0;
  }

  private boolean has(int flag) {
    return (flags & flag) != 0;
  }
}
