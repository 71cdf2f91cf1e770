package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The calls that query or change one open descriptor. */
final class DescriptorCalls {

  private static final int LAST_ADVICE = 5;

  /** The whence of {@code fd_tell}. */
  static final int TELL = 1;

  private DescriptorCalls() {}

  /** A range of a file from a guest; not checked. */
  record Range(long offset, long length) {}

  static int advise(Wasi wasi, int number, Range range, int advice) throws WasiFailure {
    Descriptor descriptor = wasi.descriptors().get(number, Rights.FD_ADVISE);
    if (range.offset() < 0 || range.length() < 0 || advice < 0 || advice > LAST_ADVICE) {
      throw Errno.INVAL.failure();
    }
    descriptor.advise();
    return 0;
  }

  static int allocate(Wasi wasi, int number, Range range) throws WasiFailure, IOException {
    Descriptor descriptor = wasi.descriptors().get(number, Rights.FD_ALLOCATE);
    long end = range.offset() + range.length();
    if (range.offset() < 0 || range.length() <= 0 || end < 0) {
      throw Errno.INVAL.failure();
    }
    descriptor.allocate(end);
    return 0;
  }

  static int close(Wasi wasi, int number) throws WasiFailure, IOException {
    wasi.descriptors().close(number);
    return 0;
  }

  static int sync(Wasi wasi, int number, boolean metadata) throws WasiFailure, IOException {
    long right = metadata ? Rights.FD_SYNC : Rights.FD_DATASYNC;
    wasi.descriptors().get(number, right).sync(metadata);
    return 0;
  }

  static int fdstat(Wasi wasi, int number, int result) throws WasiFailure {
    Descriptor descriptor = wasi.descriptors().get(number);
    GuestMemory memory = wasi.memory();
    memory.check(result, 24);
    memory.storeLong(result, descriptor.type().code());
    memory.storeShort(result + 2, descriptor.flags());
    memory.storeLong(result + 8, descriptor.rights());
    memory.storeLong(result + 16, descriptor.inheritingRights());
    return 0;
  }

  static int setFlags(Wasi wasi, int number, int flags) throws WasiFailure {
    Descriptor descriptor = wasi.descriptors().get(number, Rights.FD_FDSTAT_SET_FLAGS);
    if ((flags & ~Descriptor.KNOWN_FLAGS) != 0) {
      throw Errno.INVAL.failure();
    }
    descriptor.setFlags(flags);
    return 0;
  }

  /** Rights follow from the grant and the open flags; a guest can only drop some. */
  static int setRights(Wasi wasi, int number, long rights, long inheriting) throws WasiFailure {
    wasi.descriptors().get(number).keepRights(rights, inheriting);
    return 0;
  }

  static int stat(Wasi wasi, int number, int result) throws WasiFailure, IOException {
    wasi.descriptors().get(number, Rights.FD_FILESTAT_GET).stat().store(wasi.memory(), result);
    return 0;
  }

  static int resize(Wasi wasi, int number, long size) throws WasiFailure, IOException {
    wasi.descriptors().get(number, Rights.FD_FILESTAT_SET_SIZE).resize(size);
    return 0;
  }

  static int setTimes(Wasi wasi, int number, long accessed, long modified, int flags)
      throws WasiFailure, IOException {
    Descriptor descriptor = wasi.descriptors().get(number, Rights.FD_FILESTAT_SET_TIMES);
    FileTimes times = FileTimes.of(wasi.clocks(), accessed, modified, flags);
    descriptor.setTimes(times.accessed(), times.modified());
    return 0;
  }

  static int prestat(Wasi wasi, int number, int result) throws WasiFailure {
    byte[] name = preopenName(wasi, number);
    GuestMemory memory = wasi.memory();
    memory.check(result, 8);
    memory.storeInt(result, 0);
    memory.storeInt(result + 4, name.length);
    return 0;
  }

  static int prestatName(Wasi wasi, int number, int address, int length) throws WasiFailure {
    byte[] name = preopenName(wasi, number);
    if (length >= 0 && length < name.length) {
      throw Errno.NAMETOOLONG.failure();
    }
    wasi.memory().store(address, name, 0, name.length);
    return 0;
  }

  private static byte[] preopenName(Wasi wasi, int number) throws WasiFailure {
    Descriptor descriptor = wasi.descriptors().get(number);
    if (descriptor instanceof DirectoryDescriptor directory && directory.guestName() != null) {
      return directory.guestName().getBytes(StandardCharsets.UTF_8);
    }
    throw Errno.BADF.failure();
  }

  static int list(Wasi wasi, int number, int address, int length, long cookie, int result)
      throws WasiFailure, IOException {
    DirectoryDescriptor directory = wasi.descriptors().directory(number, Rights.FD_READDIR);
    wasi.memory().check(result, 4);
    int used = directory.list(wasi.memory(), address, length, cookie);
    wasi.memory().storeInt(result, used);
    return 0;
  }

  static int renumber(Wasi wasi, int from, int to) throws WasiFailure, IOException {
    wasi.descriptors().renumber(from, to);
    return 0;
  }

  static int seek(Wasi wasi, int number, long offset, int whence, int result)
      throws WasiFailure, IOException {
    boolean tells = offset == 0 && whence == TELL;
    Descriptor descriptor = wasi.descriptors().get(number, tells ? Rights.FD_TELL : Rights.FD_SEEK);
    wasi.memory().check(result, 8);
    wasi.memory().storeLong(result, descriptor.seek(offset, whence));
    return 0;
  }
}
