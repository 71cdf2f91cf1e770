package dev.escarole.engine.wasi;

import dev.escarole.engine.wasi.Errno.WasiFailure;
import dev.escarole.engine.wasi.FileQuota.QuotaMeter;
import dev.escarole.engine.wasi.FileStat.FileType;
import dev.escarole.engine.wasi.host.HostDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A directory of the guest: a granted one, which is opened on the host on first use, or one that it
 * opened itself.
 */
final class DirectoryDescriptor extends Descriptor {

  private static final int ENTRY_HEAD = 24;

  private final Grant grant;
  private final QuotaMeter meter;
  private final @Nullable String guestName;
  private @Nullable HostDirectory handle;
  private @Nullable List<String> listing;

  /**
   * @param guestName its guest path, if it is granted
   * @param handle is owned by this; null to open the grant on first use
   */
  DirectoryDescriptor(
      Grant grant, QuotaMeter meter, @Nullable String guestName, @Nullable HostDirectory handle) {
    // All rights are inherited, so that a C library requests writing and gets the error for a
    // read-only directory.
    super(FileType.DIRECTORY, Rights.directory(grant.writable()), Rights.ALL);
    this.grant = grant;
    this.meter = meter;
    this.guestName = guestName;
    this.handle = handle;
  }

  DirectoryDescriptor opened(HostDirectory below) {
    return new DirectoryDescriptor(grant, meter, null, below);
  }

  Lookup walk(String path, boolean followLast) throws WasiFailure, IOException {
    return Lookup.walk(handle(), path, followLast);
  }

  @Override
  DirectoryDescriptor directory() {
    return this;
  }

  /** The guest path of a granted directory; null if the guest opened it itself. */
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

  private HostDirectory handle() throws IOException {
    HostDirectory open = handle;
    if (open == null) {
      open = grant.open();
      handle = open;
    }
    return open;
  }

  @Override
  int read(GuestMemory memory, int address, int length, long offset) throws WasiFailure {
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
  void setTimes(FileTimes times) throws WasiFailure, IOException {
    mustBeWritable();
    handle().setTimes(HostDirectory.SELF, times.accessed(), times.modified());
  }

  @Override
  void sync(boolean metadata) {
    // The host writes entries to disk on its own schedule.
  }

  /**
   * Fills a buffer of the guest with entries from this cookie on and returns the number of bytes.
   * The last entry is truncated at the end of the buffer, as preview 1 requires. The entries are
   * read again whenever the guest starts with cookie 0.
   */
  int list(Wasi wasi, int address, int length, long cookie) throws WasiFailure, IOException {
    GuestMemory memory = wasi.memory;
    memory.check(address, length);
    List<String> names = listing;
    if (names == null || cookie == 0) {
      names = read(wasi.view);
    }
    if (cookie < 0 || cookie > names.size()) {
      throw Errno.INVAL.failure();
    }
    int used = 0;
    for (int i = (int) cookie; i < names.size() && used < length; i++) {
      byte[] entry = entry(wasi.view, names.get(i), i + 1L);
      int count = Math.min(entry.length, length - used);
      memory.store(address + used, entry, 0, count);
      used += count;
    }
    return used;
  }

  private List<String> read(HostView view) throws WasiFailure, IOException {
    forget();
    List<String> names = new ArrayList<>(List.of(".", ".."));
    names.addAll(view.listed(handle().list(meter.quota().listedEntries() + 1)));
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

  private byte[] entry(HostView view, String name, long next) throws IOException {
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
        .putLong(view.inode(inode))
        .putInt(text.length)
        .putInt(type.code())
        .put(text)
        .array();
  }

  /** One unreadable entry must not hide all others. */
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
