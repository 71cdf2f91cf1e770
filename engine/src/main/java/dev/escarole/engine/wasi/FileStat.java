package dev.escarole.engine.wasi;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What preview 1 tells about a file.
 *
 * @param inode tells files apart; the device is always given as 0, because it is none of a guest's
 *     business
 * @param type what it is
 * @param size in bytes
 * @param accessed nanoseconds since 1970
 * @param modified nanoseconds since 1970
 */
record FileStat(long inode, FileType type, long size, long accessed, long modified) {

  private static final Pattern INODE = Pattern.compile("ino=(\\d+)");

  /** What is told about a stream, which has nothing to tell. */
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

  /** Java shows the number only as text inside the file's key; elsewhere the key's hash serves. */
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
}
