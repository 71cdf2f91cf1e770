package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.host.HostDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
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

  private final Grant grant;
  private final QuotaMeter meter;
  private final @Nullable String guestName;
  private @Nullable HostDirectory handle;
  private @Nullable List<String> listing;

  private DirectoryDescriptor(Grant grant, QuotaMeter meter, @Nullable String guestName) {
    this.grant = grant;
    this.meter = meter;
    this.guestName = guestName;
  }

  /** A granted directory, under the name by which the guest knows it. */
  static DirectoryDescriptor granted(Grant grant, QuotaMeter meter, String guestName) {
    return new DirectoryDescriptor(grant, meter, guestName);
  }

  /** Where the guest starts, under one of its names; takes over the handle. */
  static DirectoryDescriptor started(
      Grant grant, QuotaMeter meter, String guestName, HostDirectory start) {
    DirectoryDescriptor started = new DirectoryDescriptor(grant, meter, guestName);
    started.handle = start;
    return started;
  }

  /** A directory that the guest opened below this one; takes over the handle. */
  DirectoryDescriptor opened(HostDirectory below) {
    DirectoryDescriptor opened = new DirectoryDescriptor(grant, meter, null);
    opened.handle = below;
    return opened;
  }

  @Override
  FileType type() {
    return FileType.DIRECTORY;
  }

  @Override
  long givenRights() {
    return Rights.directory(grant.writable());
  }

  @Override
  long givenInheritingRights() {
    // All of them, so that a C library asks for writing and hears that the directory is read-only.
    return Rights.ALL;
  }

  @Override
  DirectoryDescriptor directory() {
    return this;
  }

  /** The name under which the guest was given it; null if the guest opened it itself. */
  @Nullable String guestName() {
    return guestName;
  }

  Grant grant() {
    return grant;
  }

  void mustBeWritable() throws WasiFailure {
    if (!grant.writable()) {
      throw Errno.ROFS.failure();
    }
  }

  HostDirectory handle() throws IOException {
    HostDirectory open = handle;
    if (open == null) {
      open = grant.open();
      handle = open;
    }
    return open;
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
  void allocate(long size) throws WasiFailure {
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
      names = read();
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

  private List<String> read() throws WasiFailure, IOException {
    forget();
    List<String> names = new ArrayList<>(List.of(".", ".."));
    names.addAll(handle().list(meter.quota().listedEntries() + 1));
    meter.chargeListing(names.size() - 2);
    listing = names;
    return names;
  }

  private void forget() {
    if (listing != null) {
      meter.forgetListing(listing.size() - 2);
      listing = null;
    }
  }

  private byte[] entry(String name, long next) throws IOException {
    long inode = 0;
    FileType type = FileType.DIRECTORY;
    if (!name.equals("..")) {
      BasicFileAttributes attributes = attributes(name);
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

  /** One entry that the host cannot tell about must not hide all others. */
  private @Nullable BasicFileAttributes attributes(String name) throws IOException {
    HostDirectory open = handle();
    try {
      return open.attributesIfPresent(name);
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  void close() {
    forget();
    if (handle != null) {
      handle.close();
      handle = null;
    }
  }
}
