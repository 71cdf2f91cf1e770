package dev.escarole.engine.wasi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A directory of the guest: one that it was granted, which is opened on the host when it is first
 * used, or one that it opened itself.
 */
final class DirectoryDescriptor extends Descriptor {

  private static final int ENTRY_HEAD = 24;

  private final @Nullable Path root;
  private final FileGuard guard;
  private final @Nullable String guestName;
  private final boolean writable;
  private final int listedEntries;
  private @Nullable HostDirectory handle;
  private @Nullable List<String> listing;

  /**
   * A granted directory.
   *
   * @param guard what is passed before the directory is looked at
   */
  DirectoryDescriptor(Preopen preopen, FileQuota quota, FileGuard guard) {
    this.root = preopen.host();
    this.guard = guard;
    this.guestName = preopen.guest();
    this.writable = preopen.writable();
    this.listedEntries = quota.listedEntries();
  }

  /** An opened directory; takes over the handle. */
  DirectoryDescriptor(HostDirectory handle, boolean writable, FileQuota quota) {
    this.root = null;
    this.guard = FileGuard.OPEN;
    this.guestName = null;
    this.handle = handle;
    this.writable = writable;
    this.listedEntries = quota.listedEntries();
  }

  @Override
  FileType type() {
    return FileType.DIRECTORY;
  }

  @Override
  long rights() {
    return Rights.directory(writable);
  }

  @Override
  long inheritingRights() {
    // All of them, so that a C library asks for writing and hears that the directory is read-only.
    return Rights.directory(true);
  }

  @Override
  DirectoryDescriptor directory() {
    return this;
  }

  /** The name under which the guest was given it; null if the guest opened it itself. */
  @Nullable String guestName() {
    return guestName;
  }

  boolean writable() {
    return writable;
  }

  void mustBeWritable() throws WasiFailure {
    if (!writable) {
      throw Errno.ROFS.failure();
    }
  }

  HostDirectory handle() throws IOException {
    HostDirectory open = handle;
    if (open == null) {
      if (root == null) {
        throw new IllegalStateException("BUG: a directory without a handle or a path");
      }
      pass();
      open = HostDirectory.open(root);
      handle = open;
    }
    return open;
  }

  private void pass() {
    try {
      guard.pass();
    } catch (InterruptedException e) {
      throw GuestStop.interrupted();
    }
  }

  @Override
  int read(GuestMemory memory, int address, int length) throws WasiFailure {
    throw Errno.ISDIR.failure();
  }

  @Override
  int read(GuestMemory memory, int address, int length, long offset) throws WasiFailure {
    throw Errno.ISDIR.failure();
  }

  @Override
  int write(GuestMemory memory, int address, int length) throws WasiFailure {
    throw Errno.ISDIR.failure();
  }

  @Override
  int write(GuestMemory memory, int address, int length, long offset) throws WasiFailure {
    throw Errno.ISDIR.failure();
  }

  @Override
  long seek(long offset, int whence) throws WasiFailure {
    throw Errno.BADF.failure();
  }

  @Override
  void advise() throws WasiFailure {
    throw Errno.BADF.failure();
  }

  @Override
  FileStat stat() throws IOException {
    return FileStat.of(handle().attributes(HostDirectory.SELF));
  }

  @Override
  void setTimes(@Nullable FileTime accessed, @Nullable FileTime modified)
      throws WasiFailure, IOException {
    mustBeWritable();
    handle().setTimes(HostDirectory.SELF, accessed, modified);
  }

  @Override
  void sync(boolean metadata) {
    // Entries reach the disk with the host's own rhythm.
  }

  /**
   * Fills a buffer of the guest with entries, beginning with the one of this number, and returns
   * how many bytes it wrote. The last entry is cut off where the buffer ends, as preview 1 wants
   * it. The entries are read anew whenever the guest begins with number 0.
   */
  int list(GuestMemory memory, int address, int length, long cookie)
      throws WasiFailure, IOException {
    memory.check(address, length);
    List<String> names = listing;
    if (names == null || cookie == 0) {
      names = new ArrayList<>(List.of(".", ".."));
      names.addAll(handle().list(listedEntries));
      listing = names;
    }
    if (cookie < 0 || cookie > names.size()) {
      throw Errno.INVAL.failure();
    }
    int used = 0;
    for (int i = (int) cookie; i < names.size() && used < length; i++) {
      byte[] entry = entry(names.get(i), i + 1L);
      int count = Math.min(entry.length, length - used);
      memory.store(address + used, entry, 0, count);
      used += count;
    }
    return used;
  }

  private byte[] entry(String name, long next) throws IOException {
    long inode = 0;
    FileType type = FileType.DIRECTORY;
    if (!name.equals("..")) {
      BasicFileAttributes attributes = handle().attributesIfPresent(name);
      inode = attributes == null ? 0 : FileStat.inode(attributes.fileKey());
      type = attributes == null ? FileType.UNKNOWN : FileType.of(attributes);
    }
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(ENTRY_HEAD + text.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(next)
        .putLong(inode)
        .putInt(text.length)
        .putInt(type.code())
        .put(text)
        .array();
  }

  @Override
  void close() {
    if (handle != null) {
      handle.close();
      handle = null;
    }
  }
}
