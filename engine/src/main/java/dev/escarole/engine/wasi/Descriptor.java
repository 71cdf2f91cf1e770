package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import dev.escarole.engine.wasi.FileStat.FileType;
import java.io.IOException;

/**
 * An open descriptor. An operation that its kind does not support fails with the error that Unix
 * would return. Confined to the guest's thread.
 */
abstract class Descriptor {

  /** The flags that preview 1 knows for descriptors. */
  static final int KNOWN_FLAGS = 0b11111;

  /** The offset that stands for the position, which a transfer then moves. */
  static final long AT_POSITION = -1;

  private final FileType type;
  private final long givenRights;
  private final long givenInheritingRights;
  private int flags;
  private long droppedRights;
  private long droppedInheritingRights;

  /**
   * @param rights the rights from the kind, the grant and the open flags
   * @param inheritingRights the rights that descriptors opened through this one can have
   */
  Descriptor(FileType type, long rights, long inheritingRights) {
    this.type = type;
    this.givenRights = rights;
    this.givenInheritingRights = inheritingRights;
  }

  final FileType type() {
    return type;
  }

  /** Checks that a file was opened for this. */
  final void mustBeGiven(long right, Errno otherwise) throws WasiFailure {
    if ((givenRights & right) == 0) {
      throw otherwise.failure();
    }
  }

  final long rights() {
    return givenRights & ~droppedRights;
  }

  final long inheritingRights() {
    return givenInheritingRights & ~droppedInheritingRights;
  }

  /** Permanently drops all other rights; requesting a right that it does not have is an error. */
  final void keepRights(long rights, long inheriting) throws WasiFailure {
    if ((rights & ~rights()) != 0 || (inheriting & ~inheritingRights()) != 0) {
      throw Errno.NOTCAPABLE.failure();
    }
    droppedRights = ~rights;
    droppedInheritingRights = ~inheriting;
  }

  /** Applies the dropped rights to a descriptor opened through this one. */
  final void bequeath(Descriptor opened) {
    opened.droppedRights = droppedInheritingRights;
    opened.droppedInheritingRights = droppedInheritingRights;
  }

  final void mustHave(long right) throws WasiFailure {
    if ((droppedRights & right) != 0) {
      throw Errno.NOTCAPABLE.failure();
    }
  }

  /** Checks that the guest has not dropped the rights for descriptors opened through this one. */
  final void mustInherit(long rights) throws WasiFailure {
    if ((droppedInheritingRights & rights) != 0) {
      throw Errno.NOTCAPABLE.failure();
    }
  }

  final int flags() {
    return flags;
  }

  final void setFlags(int value) {
    flags = value;
  }

  /** Reads into the guest and returns the number of bytes, 0 at the end. */
  int read(GuestMemory memory, int address, int length, long offset)
      throws WasiFailure, IOException {
    throw (offset == AT_POSITION ? Errno.BADF : Errno.SPIPE).failure();
  }

  /** Writes from the guest and returns the number of bytes. */
  int write(GuestMemory memory, int address, int length, long offset)
      throws WasiFailure, IOException {
    throw (offset == AT_POSITION ? Errno.BADF : Errno.SPIPE).failure();
  }

  long seek(long offset, int whence) throws WasiFailure, IOException {
    throw Errno.SPIPE.failure();
  }

  FileStat stat() throws WasiFailure, IOException {
    return FileStat.STREAM;
  }

  void resize(long size) throws WasiFailure, IOException {
    throw Errno.INVAL.failure();
  }

  void allocate(long size) throws WasiFailure, IOException {
    throw Errno.NOTSUP.failure();
  }

  void setTimes(FileTimes times) throws WasiFailure, IOException {
    throw Errno.INVAL.failure();
  }

  void sync(boolean metadata) throws WasiFailure, IOException {
    throw Errno.INVAL.failure();
  }

  void advise() throws WasiFailure {
    throw Errno.SPIPE.failure();
  }

  void close() throws IOException {
    // Streams have nothing to release.
  }

  DirectoryDescriptor directory() throws WasiFailure {
    throw Errno.NOTDIR.failure();
  }
}
