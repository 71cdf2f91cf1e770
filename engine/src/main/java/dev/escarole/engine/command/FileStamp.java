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
 * A file's attributes, read without its contents. They include the time of the last status change,
 * which no program can set, where the file system has one.
 */
record FileStamp(long size, Instant modified, Instant changed, String key) {

  /** Timestamp resolution: two changes within this time may have equal attributes. */
  private static final Duration TICK = Duration.ofSeconds(2);

  /**
   * Reads the attributes of a file; null if there is none.
   *
   * @throws IOException if they cannot be read, or it is not a regular file
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

  /** Returns whether any change after this time is certain to change the stamp. */
  boolean isSettledAt(Instant time) {
    return changed.plus(TICK).isBefore(time) && modified.plus(TICK).isBefore(time);
  }
}
