package dev.escarole.engine.wasi;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of a file in preview 1: the size in bytes, times in nanoseconds since 1970. The device
 * is always 0, as guests need not know it.
 */
record FileStat(long inode, FileType type, long size, long accessed, long modified) {

  private static final Pattern INODE = Pattern.compile("ino=(\\d+)");

  static final FileStat STREAM = new FileStat(0, FileType.UNKNOWN, 0, 0, 0);

  static FileStat of(BasicFileAttributes attributes) {
    return new FileStat(
        inode(attributes.fileKey()),
        FileType.of(attributes),
        attributes.size(),
        nanos(attributes.lastAccessTime()),
        nanos(attributes.lastModifiedTime()));
  }

  FileStat withSize(long newSize) {
    return new FileStat(inode, type, newSize, accessed, modified);
  }

  void store(GuestMemory memory, int address) {
    memory.check(address, 64);
    memory.storeLong(address, 0);
    memory.storeLong(address + 8, inode);
    memory.storeLong(address + 16, type.code());
    memory.storeLong(address + 24, 1);
    memory.storeLong(address + 32, size);
    memory.storeLong(address + 40, accessed);
    memory.storeLong(address + 48, modified);
    memory.storeLong(address + 56, modified);
  }

  /** Java exposes the inode only in the text of the file key; otherwise the key's hash is used. */
  static long inode(@Nullable Object fileKey) {
    if (fileKey == null) {
      return 0;
    }
    Matcher number = INODE.matcher(fileKey.toString());
    return number.find() ? Long.parseUnsignedLong(number.group(1)) : fileKey.hashCode();
  }

  private static long nanos(FileTime time) {
    return Math.max(0, time.to(TimeUnit.NANOSECONDS));
  }

  /** The type of a descriptor or entry, with preview 1's number. */
  enum FileType {
    UNKNOWN(0),
    DIRECTORY(3),
    REGULAR_FILE(4),
    SYMBOLIC_LINK(7);

    private final int code;

    FileType(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }

    static FileType of(BasicFileAttributes attributes) {
      if (attributes.isRegularFile()) {
        return REGULAR_FILE;
      } else if (attributes.isDirectory()) {
        return DIRECTORY;
      } else if (attributes.isSymbolicLink()) {
        return SYMBOLIC_LINK;
      }
      return UNKNOWN;
    }
  }
}
