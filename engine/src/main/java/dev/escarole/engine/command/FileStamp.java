package dev.escarole.engine.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
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
    BasicFileAttributes attributes;
    FileTime changed;
    try {
      attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      changed = changed(file, attributes);
    } catch (NoSuchFileException e) {
      return null;
    }
    if (!attributes.isRegularFile()) {
      throw new IOException("path_not_confined: " + file.getFileName() + " is not a regular file");
    }
    return new FileStamp(
        attributes.size(),
        attributes.lastModifiedTime().toInstant(),
        changed.toInstant(),
        String.valueOf(attributes.fileKey()));
  }

  private static FileTime changed(Path file, BasicFileAttributes attributes) throws IOException {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix")
        ? (FileTime) Files.getAttribute(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS)
        : attributes.lastModifiedTime();
  }

  /** Says whether a file that was read at this time must have another stamp once it changes. */
  boolean isSettledAt(Instant time) {
    return changed.plus(TICK).isBefore(time) && modified.plus(TICK).isBefore(time);
  }
}
