package dev.escarole.engine.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Files and directories that only their owner may read and write, created with these permissions
 * and checked when used. Accepted owners are this process's user and root; a file that another user
 * can write is not trusted.
 *
 * <p>Without POSIX permissions nothing is checked. Thread-safe.
 */
public final class PrivateFiles {

  private static final Set<PosixFilePermission> OWN_FILE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OWN_DIRECTORY =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> WRITING =
      EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  private static final String TEMPORARY = ".tmp";

  private PrivateFiles() {}

  /** The user of this process, determined once. */
  private static final class Owner {
    static final @Nullable UserPrincipal USER = user();

    private static @Nullable UserPrincipal user() {
      try {
        Path probe = Files.createTempFile("escarole-", ".owner");
        try {
          return Files.getOwner(probe);
        } finally {
          Files.delete(probe);
        }
      } catch (IOException | UnsupportedOperationException e) {
        return null;
      }
    }
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
    return isPosix(path)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
        : new FileAttribute<?>[0];
  }

  /**
   * Creates a directory, and missing parents, for the owner alone.
   *
   * @throws IOException if it cannot be created, or a file has its name
   */
  public static Path createDirectories(Path directory) throws IOException {
    // Java 17 refuses a symbolic link to a directory here.
    return Files.isDirectory(directory)
        ? directory
        : Files.createDirectories(directory, attributes(directory, OWN_DIRECTORY));
  }

  /**
   * Creates an empty file for the owner alone, unless it exists.
   *
   * @throws IOException if it cannot be created
   */
  public static void createFile(Path file) throws IOException {
    append(file, new byte[0]);
  }

  /**
   * Opens a file; if created, it is for the owner alone.
   *
   * @throws IOException if it cannot be opened
   */
  public static FileChannel open(Path file, Set<? extends OpenOption> how) throws IOException {
    return FileChannel.open(file, how, attributes(file, OWN_FILE));
  }

  /**
   * Appends bytes to a file, which is created for the owner alone if missing.
   *
   * @throws IOException if writing fails
   */
  public static void append(Path file, byte[] bytes) throws IOException {
    Set<StandardOpenOption> how =
        EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    try (FileChannel channel = open(file, how)) {
      Channels.newOutputStream(channel).write(bytes);
    }
  }

  /**
   * Atomically replaces a file with a new one for the owner alone, creating missing parent
   * directories.
   *
   * @throws IOException if writing fails; the file is unchanged
   */
  public static void replace(Path file, String text) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException(file + " is not a file");
    }
    createDirectories(directory);
    // Also by a thread that is interrupted, which could not use a channel.
    replace(file, temporary -> Files.writeString(temporary, text));
  }

  /**
   * Reads a file of at most this size; never follows a symbolic link.
   *
   * @throws IOException if it is larger or cannot be read
   */
  public static byte[] read(Path file, int mostBytes) throws IOException {
    // Unlike a channel, this stream does not fail when the thread is interrupted.
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(mostBytes + 1);
      if (bytes.length > mostBytes) {
        throw new IOException("it has more than " + mostBytes + " bytes");
      }
      return bytes;
    }
  }

  /**
   * Replaces a file atomically, for its owner alone; after a crash it is complete or absent.
   *
   * @throws IOException if it cannot be written; its directory must exist
   */
  public static void write(Path file, byte[] bytes) throws IOException {
    replace(
        file,
        temporary -> {
          try (FileChannel out = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            Channels.newOutputStream(out).write(bytes);
            out.force(true);
          }
        });
  }

  private interface Writer {
    void write(Path temporary) throws IOException;
  }

  private static void replace(Path file, Writer writer) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Path temporary = Files.createTempFile(directory, ".", TEMPORARY);
    try {
      writer.write(temporary);
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Removes the temporary files of crashed writers; the caller holds the write lock. */
  static void sweep(Path directory) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, ".*" + TEMPORARY)) {
      for (Path each : left) {
        Files.deleteIfExists(each);
      }
    }
  }

  /**
   * Checks a file that contains a secret: it must be a regular file that only its owner can read. A
   * missing file passes.
   *
   * @throws UnsafeFileException if it is not a regular file, belongs to another user, or others may
   *     read or write it
   */
  public static void checkSecret(Path file) {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new UnsafeFileException(file + " is not a regular file and is not used. Remove it.");
    }
    PosixFileAttributes found = attributes(file);
    if (found != null) {
      checkOwner(file, found);
      if (!OWN_FILE.containsAll(found.permissions())) {
        throw new UnsafeFileException(
            "%s is open to others (%s) and is not used. Remove it."
                .formatted(file, PosixFilePermissions.toString(found.permissions())));
      }
    }
  }

  /**
   * Checks a configured file or directory without changing it. A missing one passes.
   *
   * @throws UnsafeFileException if it belongs to another user, or others may write to it
   */
  public static void check(Path path) {
    PosixFileAttributes found = attributes(path);
    if (found != null) {
      checkOwner(path, found);
      if (isWritableByOthers(found)) {
        throw writable(path, found);
      }
    }
  }

  /**
   * Checks one of the engine's own directories and removes all permissions of others. A missing one
   * passes.
   *
   * @param notes receives a note if others could read it
   * @throws UnsafeFileException if it belongs to another user, or if others may write to it and it
   *     is not empty
   */
  public static void claimDirectory(Path directory, Consumer<String> notes) {
    claim(directory, () -> Files.isDirectory(directory) && isEmpty(directory), notes);
  }

  /**
   * Checks a file in one of the engine's own directories and removes all permissions of others. A
   * missing one passes.
   *
   * @param notes receives a note if others could read it
   * @throws UnsafeFileException if it belongs to another user, or others may write to it
   */
  public static void claimFile(Path file, Consumer<String> notes) {
    claim(file, () -> false, notes);
  }

  private static void claim(Path path, BooleanSupplier harmless, Consumer<String> notes) {
    PosixFileAttributes found = attributes(path);
    if (found != null) {
      checkOwner(path, found);
      if (isWritableByOthers(found) && !harmless.getAsBoolean()) {
        throw writable(path, found);
      }
      restrict(path, found, found.isDirectory() ? OWN_DIRECTORY : OWN_FILE, notes);
    }
  }

  private static @Nullable PosixFileAttributes attributes(Path path) {
    if (!isPosix(path)) {
      return null;
    }
    try {
      return Files.readAttributes(path, PosixFileAttributes.class);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(path + " cannot be read", e);
    }
  }

  private static void checkOwner(Path path, PosixFileAttributes found) {
    UserPrincipal user = Owner.USER;
    if (user == null || found.owner().equals(user)) {
      return;
    }
    if (!found.owner().getName().equals("root")) {
      throw new UnsafeFileException(
          "%s belongs to the user %s, who may have changed it, and is not used. Use one of"
                  .formatted(path, found.owner().getName())
              + " your own, or change its owner: chown -R "
              + user.getName()
              + " "
              + path);
    }
  }

  private static boolean isWritableByOthers(PosixFileAttributes found) {
    return found.permissions().stream().anyMatch(WRITING::contains);
  }

  private static UnsafeFileException writable(Path path, PosixFileAttributes found) {
    return new UnsafeFileException(
        "%s can be written by other users (%s), who may have changed it, and is not used."
                .formatted(path, PosixFilePermissions.toString(found.permissions()))
            + " Check its contents, then run: chmod go-w "
            + path);
  }

  private static boolean isEmpty(Path directory) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      return !entries.iterator().hasNext();
    } catch (IOException e) {
      throw new UncheckedIOException(directory + " cannot be read", e);
    }
  }

  private static void restrict(
      Path path,
      PosixFileAttributes found,
      Set<PosixFilePermission> permissions,
      Consumer<String> notes) {
    if (permissions.containsAll(found.permissions()) || Files.isSymbolicLink(path)) {
      return;
    }
    try {
      Files.setPosixFilePermissions(path, permissions);
    } catch (IOException e) {
      throw new UncheckedIOException("the permissions of " + path + " cannot be changed", e);
    }
    notes.accept(
        "%s was open to other users (%s); now only its owner can use it"
            .formatted(path, PosixFilePermissions.toString(found.permissions())));
  }
}
