package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The calls that query or change one open descriptor; its number is their first argument. */
final class DescriptorCalls {

  private static final int LAST_ADVICE = 5;

  /** The whence of {@code fd_tell}. */
  static final int TELL = 1;

  private DescriptorCalls() {}

  static void advise(Wasi wasi, long[] a) throws WasiFailure {
    Descriptor descriptor = wasi.descriptors.get(a[0], Rights.FD_ADVISE);
    int advice = (int) a[3];
    if (a[1] < 0 || a[2] < 0 || advice < 0 || advice > LAST_ADVICE) {
      throw Errno.INVAL.failure();
    }
    descriptor.advise();
  }

  static void allocate(Wasi wasi, long[] a) throws WasiFailure, IOException {
    Descriptor descriptor = wasi.descriptors.get(a[0], Rights.FD_ALLOCATE);
    long offset = a[1];
    long length = a[2];
    if (offset < 0 || length <= 0 || offset + length < 0) {
      throw Errno.INVAL.failure();
    }
    descriptor.allocate(offset + length);
  }

  static void fdstat(Wasi wasi, long[] a) throws WasiFailure {
    Descriptor descriptor = wasi.descriptors.get(a[0]);
    int result = (int) a[1];
    wasi.memory.check(result, 24);
    wasi.memory.storeLong(result, descriptor.type().code() | descriptor.flags() << 16);
    wasi.memory.storeLong(result + 8, descriptor.rights());
    wasi.memory.storeLong(result + 16, descriptor.inheritingRights());
  }

  static void setFlags(Wasi wasi, long[] a) throws WasiFailure {
    Descriptor descriptor = wasi.descriptors.get(a[0], Rights.FD_FDSTAT_SET_FLAGS);
    int flags = (int) a[1];
    if ((flags & ~Descriptor.KNOWN_FLAGS) != 0) {
      throw Errno.INVAL.failure();
    }
    descriptor.setFlags(flags);
  }

  static void stat(Wasi wasi, long[] a) throws WasiFailure, IOException {
    FileStat stat = wasi.descriptors.get(a[0], Rights.FD_FILESTAT_GET).stat();
    wasi.view.shown(stat).store(wasi.memory, (int) a[1]);
  }

  static void setTimes(Wasi wasi, long[] a) throws WasiFailure, IOException {
    Descriptor descriptor = wasi.descriptors.get(a[0], Rights.FD_FILESTAT_SET_TIMES);
    descriptor.setTimes(FileTimes.of(wasi.clocks, a, 1));
  }

  static void prestat(Wasi wasi, long[] a) throws WasiFailure {
    byte[] name = preopenName(wasi, a[0]);
    // A directory has the kind 0; the length follows.
    wasi.memory.storeLong((int) a[1], (long) name.length << 32);
  }

  static void prestatName(Wasi wasi, long[] a) throws WasiFailure {
    byte[] name = preopenName(wasi, a[0]);
    int length = (int) a[2];
    if (length >= 0 && length < name.length) {
      throw Errno.NAMETOOLONG.failure();
    }
    wasi.memory.store((int) a[1], name, 0, name.length);
  }

  private static byte[] preopenName(Wasi wasi, long number) throws WasiFailure {
    if (wasi.descriptors.get(number) instanceof DirectoryDescriptor directory
        && directory.guestName() != null) {
      return directory.guestName().getBytes(StandardCharsets.UTF_8);
    }
    throw Errno.BADF.failure();
  }

  static void list(Wasi wasi, long[] a) throws WasiFailure, IOException {
    DirectoryDescriptor directory = wasi.descriptors.directory(a[0], Rights.FD_READDIR);
    int result = (int) a[4];
    wasi.memory.check(result, 4);
    wasi.memory.storeInt(result, directory.list(wasi, (int) a[1], (int) a[2], a[3]));
  }

  static void seek(Wasi wasi, long number, long offset, int whence, int result)
      throws WasiFailure, IOException {
    boolean tells = offset == 0 && whence == TELL;
    Descriptor descriptor = wasi.descriptors.get(number, tells ? Rights.FD_TELL : Rights.FD_SEEK);
    wasi.memory.check(result, 8);
    wasi.memory.storeLong(result, descriptor.seek(offset, whence));
  }
}
