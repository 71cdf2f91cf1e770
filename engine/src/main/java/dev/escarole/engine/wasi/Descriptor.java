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

  /** The flags that preview 1 knows for descriptors. */
  static final int KNOWN_FLAGS = 0b11111;

  private int flags;
  private long droppedRights;
  private long droppedInheritingRights;

  abstract FileType type();

  /** The rights that come with the kind, the grant and the way of opening. */
  abstract long givenRights();

  /** The rights that descriptors opened below this one can get. */
  long givenInheritingRights() {
    return 0;
  }

  /** The rights that are left. */
  final long rights() {
    return givenRights() & ~droppedRights;
  }

  /** The rights that are left for descriptors opened below this one. */
  final long inheritingRights() {
    return givenInheritingRights() & ~droppedInheritingRights;
  }

  /** Gives rights away for good; to ask for one that is not there is an error. */
  final void keepRights(long rights, long inheriting) throws WasiFailure {
    if ((rights & ~rights()) != 0 || (inheriting & ~inheritingRights()) != 0) {
      throw Errno.NOTCAPABLE.failure();
    }
    droppedRights = ~rights;
    droppedInheritingRights = ~inheriting;
  }

  /** Passes on to a descriptor opened below this one what the guest has given away. */
  final void bequeath(Descriptor opened) {
    opened.droppedRights = droppedInheritingRights;
    opened.droppedInheritingRights = droppedInheritingRights;
  }

  /** Makes sure that the guest has not given the right away. */
  final void mustHave(long right) throws WasiFailure {
    if ((droppedRights & right) != 0) {
      throw Errno.NOTCAPABLE.failure();
    }
  }

  /** Makes sure that the guest has not given the rights away for what is opened below. */
  final void mustInherit(long rights) throws WasiFailure {
    if ((droppedInheritingRights & rights) != 0) {
      throw Errno.NOTCAPABLE.failure();
    }
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
