package dev.escarole.engine.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file system tells about a file without reading it. Where the system keeps the time of the
 * last change of any kind, which no program can set, that is part of it.
 */
record FileStamp(long size, Instant modified, Instant changed, String key) {

  /** File systems tell time in ticks: a change within this span of another may look the same. */
  private static final Duration TICK = Duration.ofSeconds(2);

  /**
   * Looks at a file; null if there is none.
   *
   * @throws IOException if it cannot be looked at, or is a link or anything but a regular file
   */
  static @Nullable FileStamp of(Path file) throws IOException {
    boolean unix = file.getFileSystem().supportedFileAttributeViews().contains("unix");
    String names = "size,lastModifiedTime,fileKey,isRegularFile" + (unix ? ",ctime" : "");
    Map<String, Object> attributes;
    try {
      attributes =
          Files.readAttributes(file, (unix ? "unix:" : "") + names, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return null;
    }
    if (!Boolean.TRUE.equals(attributes.get("isRegularFile"))) {
      throw new IOException("path_not_confined: " + file.getFileName() + " is not a regular file");
    }
    FileTime modified = (FileTime) attributes.get("lastModifiedTime");
    FileTime changed = unix ? (FileTime) attributes.get("ctime") : modified;
    return new FileStamp(
        (Long) attributes.get("size"),
        modified.toInstant(),
        changed.toInstant(),
        String.valueOf(attributes.get("fileKey")));
  }

  /** Says whether a file that was read at this time must have another stamp once it changes. */
  boolean isSettledAt(Instant time) {
    return changed.plus(TICK).isBefore(time) && modified.plus(TICK).isBefore(time);
  }
}
