package dev.escarole.engine.wasi;

import java.io.IOException;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * What a descriptor number stands for. Every operation that a kind does not offer answers with the
 * error that a Unix system would give.
 *
 * <p>Confined to the guest's thread.
 */
abstract class Descriptor {

  private int flags;

  abstract FileType type();

  abstract long rights();

  long inheritingRights() {
    return 0;
  }

  /** The flags that the guest set, such as appending. */
  final int flags() {
    return flags;
  }

  final void setFlags(int value) {
    flags = value;
  }

  /** Reads into the guest and returns how many bytes came, 0 at the end. */
  int read(GuestMemory memory, int address, int length) throws WasiFailure, IOException {
    throw Errno.BADF.failure();
  }

  /** Reads at a place without moving the position. */
  int read(GuestMemory memory, int address, int length, long offset)
      throws WasiFailure, IOException {
    throw Errno.SPIPE.failure();
  }

  /** Writes from the guest and returns how many bytes went. */
  int write(GuestMemory memory, int address, int length) throws WasiFailure, IOException {
    throw Errno.BADF.failure();
  }

  /** Writes at a place without moving the position. */
  int write(GuestMemory memory, int address, int length, long offset)
      throws WasiFailure, IOException {
    throw Errno.SPIPE.failure();
  }

  /** Moves the position and returns the new one. */
  long seek(long offset, int whence) throws WasiFailure, IOException {
    throw Errno.SPIPE.failure();
  }

  FileStat stat() throws WasiFailure, IOException {
    return FileStat.STREAM;
  }

  void resize(long size) throws WasiFailure, IOException {
    throw Errno.INVAL.failure();
  }

  /** Makes the file at least this long. */
  void allocate(long size) throws WasiFailure, IOException {
    throw Errno.NOTSUP.failure();
  }

  /** Sets the times that are not null. */
  void setTimes(@Nullable FileTime accessed, @Nullable FileTime modified)
      throws WasiFailure, IOException {
    throw Errno.INVAL.failure();
  }

  void sync(boolean metadata) throws WasiFailure, IOException {
    throw Errno.INVAL.failure();
  }

  /** Says that the guest will use a range in some way, which changes nothing. */
  void advise() throws WasiFailure {
    throw Errno.SPIPE.failure();
  }

  void close() throws IOException {
    // Streams have nothing to release.
  }

  /** This descriptor as a directory. */
  DirectoryDescriptor directory() throws WasiFailure {
    throw Errno.NOTDIR.failure();
  }
}
