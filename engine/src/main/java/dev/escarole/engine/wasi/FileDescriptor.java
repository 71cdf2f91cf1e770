package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import dev.escarole.engine.wasi.FileQuota.QuotaMeter;
import dev.escarole.engine.wasi.FileStat.FileType;
import dev.escarole.engine.wasi.host.HostDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An open regular file. It keeps its directory and name to read and change its times. */
final class FileDescriptor extends Descriptor {

  private static final int APPEND = 1;
  private static final int DATA_SYNC = 2;
  private static final int SYNC = 16;

  /**
   * The JDK copies each call through an off-heap buffer of the same size, so calls are kept small.
   */
  private static final int CHUNK = 64 * 1024;

  private final FileChannel channel;
  private final HostDirectory parent;
  private final String name;
  private final BasicFileAttributes opened;
  private final QuotaMeter meter;

  /** Takes ownership of the channel and one reference to the parent. */
  FileDescriptor(
      FileChannel channel, HostDirectory parent, String name, long rights, QuotaMeter meter)
      throws IOException {
    super(FileType.REGULAR_FILE, rights, 0);
    this.channel = channel;
    this.parent = parent;
    this.name = name;
    this.opened = parent.attributes(name);
    this.meter = meter;
  }

  @Override
  int read(GuestMemory memory, int address, int length, long offset)
      throws WasiFailure, IOException {
    mustBeGiven(Rights.FD_READ, Errno.BADF);
    memory.check(address, length);
    long start = offset == AT_POSITION ? channel.position() : offset;
    int done = 0;
    while (done < length) {
      ByteBuffer part = memory.window(address + done, Math.min(CHUNK, length - done));
      int wanted = part.remaining();
      int count = channel.read(part, start + done);
      if (count > 0) {
        done += count;
      }
      if (count < wanted) {
        break;
      }
    }
    if (offset == AT_POSITION) {
      channel.position(start + done);
    }
    return done;
  }

  @Override
  int write(GuestMemory memory, int address, int length, long offset)
      throws WasiFailure, IOException {
    mustBeGiven(Rights.FD_WRITE, Errno.BADF);
    memory.check(address, length);
    long start = offset;
    if (offset == AT_POSITION) {
      start = (flags() & APPEND) != 0 ? channel.size() : channel.position();
    }
    meter.chargeWrite(start, length, channel.size());
    int done = 0;
    while (done < length) {
      ByteBuffer part = memory.window(address + done, Math.min(CHUNK, length - done));
      done += channel.write(part, start + done);
    }
    if ((flags() & (DATA_SYNC | SYNC)) != 0) {
      channel.force((flags() & SYNC) != 0);
    }
    if (offset == AT_POSITION) {
      channel.position(start + done);
    }
    return done;
  }

  @Override
  long seek(long offset, int whence) throws WasiFailure, IOException {
    long base =
        switch (whence) {
          case 0 -> 0;
          case 1 -> channel.position();
          case 2 -> channel.size();
          default -> throw Errno.INVAL.failure();
        };
    long target = base + offset;
    if (target < 0 || (offset > 0 && target < base)) {
      throw Errno.INVAL.failure();
    }
    channel.position(target);
    return target;
  }

  @Override
  FileStat stat() throws IOException {
    return FileStat.of(Objects.requireNonNullElse(there(), opened)).withSize(channel.size());
  }

  @Override
  void resize(long size) throws WasiFailure, IOException {
    mustBeGiven(Rights.FD_WRITE, Errno.BADF);
    if (size < 0) {
      throw Errno.INVAL.failure();
    }
    long before = channel.size();
    meter.chargeResize(size, before);
    if (size < before) {
      long position = channel.position();
      channel.truncate(size);
      channel.position(position);
    } else if (size > before) {
      channel.write(ByteBuffer.wrap(new byte[1]), size - 1);
    }
  }

  @Override
  void allocate(long size) throws WasiFailure, IOException {
    mustBeGiven(Rights.FD_WRITE, Errno.BADF);
    if (size > channel.size()) {
      resize(size);
    }
  }

  @Override
  void setTimes(FileTimes times) throws WasiFailure, IOException {
    mustBeGiven(Rights.FD_FILESTAT_SET_TIMES, Errno.ROFS);
    if (there() == null) {
      throw Errno.NOENT.failure();
    }
    parent.setTimes(name, times.accessed(), times.modified());
  }

  @Override
  void sync(boolean metadata) throws IOException {
    channel.force(metadata);
  }

  @Override
  void advise() {
    // Advice has no effect.
  }

  @Override
  void close() throws IOException {
    parent.close();
    channel.close();
  }

  /** The file's current attributes; null if it has been moved or removed. */
  private @Nullable BasicFileAttributes there() throws IOException {
    BasicFileAttributes there = parent.attributesIfPresent(name);
    return there != null && Objects.equals(there.fileKey(), opened.fileKey()) ? there : null;
  }
}
