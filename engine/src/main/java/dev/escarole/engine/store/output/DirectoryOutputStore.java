package dev.escarole.engine.store.output;

import dev.escarole.engine.command.PrivateFiles;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps objects as files of a directory that all nodes have mounted. Files are written under
 * another name and renamed, for the owner alone; symbolic links below the directory are not
 * followed.
 */
final class DirectoryOutputStore implements OutputStore {

  private static final Logger LOG = LoggerFactory.getLogger(DirectoryOutputStore.class);

  private static final Pattern KEY = Pattern.compile("[a-z0-9-]+(/[a-z0-9-]+)*");

  /** Beginning of the names of unfinished files, which no key has. */
  private static final String UNFINISHED = ".new-";

  /** Writers that took longer than this are dead. */
  private static final Duration LONGEST_WRITE = Duration.ofDays(1);

  private static final int BUFFER = 1 << 16;

  private static final boolean FORCES_DIRECTORIES =
      !System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("windows");

  private final Path root;

  private DirectoryOutputStore(Path root) {
    this.root = root;
  }

  /**
   * Opens a directory, which is created if it is missing.
   *
   * @throws dev.escarole.engine.command.UnsafeFileException if others may write to it
   */
  static DirectoryOutputStore open(Path directory) {
    try {
      Path root = PrivateFiles.createDirectories(directory).toRealPath();
      PrivateFiles.check(root);
      return new DirectoryOutputStore(root);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the directory of large outputs %s cannot be used: %s".formatted(directory, reason(e)),
          e);
    }
  }

  private static String reason(IOException e) {
    return e.getClass().getSimpleName() + (e.getMessage() == null ? "" : " " + e.getMessage());
  }

  @Override
  public String place() {
    return root.toString();
  }

  @Override
  public void put(String key, long size, InputStream bytes) throws IOException {
    Path file = file(key);
    Path folder = created(file);
    Path unfinished = folder.resolve(UNFINISHED + UUID.randomUUID());
    try {
      try (FileChannel out =
          PrivateFiles.open(
              unfinished, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
        copy(bytes, size, out);
        out.force(true);
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
    force(folder);
  }

  private static void copy(InputStream bytes, long size, FileChannel out) throws IOException {
    byte[] buffer = new byte[(int) Math.min(BUFFER, Math.max(1, size))];
    long left = size;
    while (left > 0) {
      int count = bytes.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (count < 0) {
        throw new EOFException("there are %d bytes less than %d".formatted(left, size));
      }
      ByteBuffer part = ByteBuffer.wrap(buffer, 0, count);
      while (part.hasRemaining()) {
        out.write(part);
      }
      left -= count;
    }
  }

  /**
   * Creates the folder of a file. Those above it must exist: where they are gone, the directory is
   * probably not mounted, and what is written there would be lost.
   */
  private Path created(Path file) throws IOException {
    Path folder = file.resolveSibling("");
    if (isBehindLink(folder)) {
      throw new NotDirectoryException(folder.toString());
    }
    if (!Files.isDirectory(folder)) {
      Path above = folder.resolveSibling("");
      checkFolder(above);
      PrivateFiles.createDirectories(folder);
      force(above);
    }
    return folder;
  }

  private static void checkFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new NotDirectoryException(folder.toString());
    }
  }

  /** Makes new names in a folder survive a crash of the machine. */
  private static void force(Path folder) throws IOException {
    if (FORCES_DIRECTORIES) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  @Override
  public Optional<byte[]> read(String key, long from, int length) throws IOException {
    Path file = file(key);
    if (isBehindLink(file)) {
      return Optional.empty();
    }
    try (FileChannel in =
        FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      int most = (int) Math.max(0, Math.min(length, in.size() - from));
      ByteBuffer bytes = ByteBuffer.allocate(most);
      int count = 0;
      while (bytes.hasRemaining() && count >= 0) {
        count = in.read(bytes, from + bytes.position());
      }
      byte[] read = new byte[bytes.position()];
      bytes.flip().get(read);
      return Optional.of(read);
    } catch (NoSuchFileException e) {
      // A directory that is not mounted must not look like a lost file.
      checkFolder(root);
      return Optional.empty();
    }
  }

  /** Whether a folder of the file is a symbolic link, or the file is one. */
  private boolean isBehindLink(Path file) {
    Path at = root;
    for (Path name : root.relativize(file)) {
      at = at.resolve(name);
      if (Files.isSymbolicLink(at)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void delete(Collection<String> keys) throws IOException {
    for (String key : keys) {
      Path file = file(key);
      if (!isBehindLink(file.resolveSibling(""))) {
        Files.deleteIfExists(file);
      }
    }
  }

  @Override
  public List<StoredObject> list(String folder) throws IOException {
    Path directory = file(folder);
    if (!Files.isDirectory(directory) || isBehindLink(directory)) {
      return List.of();
    }
    List<StoredObject> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path each : entries) {
        BasicFileAttributes about = attributes(each);
        if (about != null && about.isRegularFile()) {
          Instant at = about.lastModifiedTime().toInstant();
          String name = each.getFileName().toString();
          if (name.startsWith(UNFINISHED)) {
            removeIfDead(each, at);
          } else {
            found.add(new StoredObject(folder + "/" + name, about.size(), at));
          }
        }
      }
    }
    return found;
  }

  /** Null if the file was deleted meanwhile. */
  private static @Nullable BasicFileAttributes attributes(Path file) throws IOException {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Removes what a writer has left that died. */
  private static void removeIfDead(Path file, Instant at) throws IOException {
    if (at.plus(LONGEST_WRITE).isBefore(Instant.now())) {
      LOG.debug("Deleting the unfinished file {}", file);
      Files.deleteIfExists(file);
    }
  }

  private Path file(String key) {
    if (!KEY.matcher(key).matches()) {
      throw new IllegalArgumentException("not a key of an output: " + key);
    }
    return root.resolve(key);
  }

  @Override
  public void close() {
    // Nothing is held open.
  }
}
