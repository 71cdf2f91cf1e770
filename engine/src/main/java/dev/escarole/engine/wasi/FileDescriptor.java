package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import dev.escarole.engine.wasi.FileQuota.QuotaMeter;
import dev.escarole.engine.wasi.FileStat.FileType;
import dev.escarole.engine.wasi.host.HostDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
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
  private final long rights;
  private final QuotaMeter meter;

  /** Takes ownership of the channel and one reference to the parent. */
  FileDescriptor(
      FileChannel channel, HostDirectory parent, String name, long rights, QuotaMeter meter)
      throws IOException {
    this.channel = channel;
    this.parent = parent;
    this.name = name;
    this.opened = parent.attributes(name);
    this.rights = rights;
    this.meter = meter;
  }

  @Override
  FileType type() {
    return FileType.REGULAR_FILE;
  }

  @Override
  long givenRights() {
    return rights;
  }

  @Override
  int read(GuestMemory memory, int address, int length) throws WasiFailure, IOException {
    long start = channel.position();
    int count = read(memory, address, length, start);
    channel.position(start + count);
    return count;
  }

  @Override
  int read(GuestMemory memory, int address, int length, long offset)
      throws WasiFailure, IOException {
    mustBeReadable();
    memory.check(address, length);
    int done = 0;
    while (done < length) {
      ByteBuffer part = memory.window(address + done, Math.min(CHUNK, length - done));
      int wanted = part.remaining();
      int count = channel.read(part, offset + done);
      if (count > 0) {
        done += count;
      }
      if (count < wanted) {
        break;
      }
    }
    return done;
  }

  @Override
  int write(GuestMemory memory, int address, int length) throws WasiFailure, IOException {
    long start = (flags() & APPEND) != 0 ? channel.size() : channel.position();
    int count = write(memory, address, length, start);
    channel.position(start + count);
    return count;
  }

  @Override
  int write(GuestMemory memory, int address, int length, long offset)
      throws WasiFailure, IOException {
    mustBeWritable();
    memory.check(address, length);
    meter.chargeWrite(offset, length, channel.size());
    int done = 0;
    while (done < length) {
      ByteBuffer part = memory.window(address + done, Math.min(CHUNK, length - done));
      done += channel.write(part, offset + done);
    }
    if ((flags() & (DATA_SYNC | SYNC)) != 0) {
      channel.force((flags() & SYNC) != 0);
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
    return FileStat.of(current()).withSize(channel.size());
  }

  @Override
  void resize(long size) throws WasiFailure, IOException {
    mustBeWritable();
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
    mustBeWritable();
    if (size > channel.size()) {
      resize(size);
    }
  }

  @Override
  void setTimes(@Nullable FileTime accessed, @Nullable FileTime modified)
      throws WasiFailure, IOException {
    if ((rights & Rights.FD_FILESTAT_SET_TIMES) == 0) {
      throw Errno.ROFS.failure();
    }
    BasicFileAttributes there = parent.attributesIfPresent(name);
    if (there == null || !Objects.equals(there.fileKey(), opened.fileKey())) {
      throw Errno.NOENT.failure();
    }
    parent.setTimes(name, accessed, modified);
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

  /** The file's current attributes, or those from its opening if it has been moved or removed. */
  private BasicFileAttributes current() throws IOException {
    BasicFileAttributes there = parent.attributesIfPresent(name);
    return there != null && Objects.equals(there.fileKey(), opened.fileKey()) ? there : opened;
  }

  private void mustBeReadable() throws WasiFailure {
    if ((rights & Rights.FD_READ) == 0) {
      throw Errno.BADF.failure();
    }
  }

  private void mustBeWritable() throws WasiFailure {
    if ((rights & Rights.FD_WRITE) == 0) {
      throw Errno.BADF.failure();
    }
  }
}
