package dev.escarole.engine.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Files and directories that only their owner may read and write, made so from the start and
 * checked when they are used. Owners are this process's user and root; whoever else can write a
 * file could have left anything in it.
 *
 * <p>Where the file system knows no POSIX permissions, nothing is checked. Safe for use by many
 * threads.
 */
public final class PrivateFiles {

  private static final Set<PosixFilePermission> OWN_FILE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OWN_DIRECTORY =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> WRITING =
      EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  private PrivateFiles() {}

  /** Of this process; asked for once. */
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
   * Makes a directory for the owner alone, with those above it where they are missing.
   *
   * @throws IOException if it cannot be made, or something else has its name
   */
  public static Path createDirectories(Path directory) throws IOException {
    // Java 17 takes a link to a directory for something else that has its name.
    return Files.isDirectory(directory)
        ? directory
        : Files.createDirectories(directory, attributes(directory, OWN_DIRECTORY));
  }

  /**
   * Makes an empty file for the owner alone, unless there is one.
   *
   * @throws IOException if it cannot be made
   */
  public static void createFile(Path file) throws IOException {
    append(file, new byte[0]);
  }

  /**
   * Opens a file; one that is made by it is the owner's alone.
   *
   * @throws IOException if it cannot be opened
   */
  public static FileChannel open(Path file, Set<? extends OpenOption> how) throws IOException {
    return FileChannel.open(file, how, attributes(file, OWN_FILE));
  }

  /**
   * Adds bytes to the end of a file, which is made for the owner alone if it is missing.
   *
   * @throws IOException if that cannot be done
   */
  public static void append(Path file, byte[] bytes) throws IOException {
    Set<StandardOpenOption> how =
        EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    try (FileChannel channel = open(file, how)) {
      ByteBuffer rest = ByteBuffer.wrap(bytes);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
    }
  }

  /**
   * Replaces a file by a new one for the owner alone, with the directories above it where they are
   * missing; a reader sees the one or the other.
   *
   * @throws IOException if that cannot be done; the file is as it was
   */
  public static void replace(Path file, String text) throws IOException {
    Path target = file.toAbsolutePath();
    Path directory = target.getParent();
    if (directory == null) {
      throw new IOException(file + " is no file");
    }
    createDirectories(directory);
    Path scratch =
        Files.createTempFile(directory, ".owner", ".new", attributes(directory, OWN_FILE));
    try {
      Files.writeString(scratch, text);
      Files.move(
          scratch, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(scratch);
    }
  }

  /**
   * Checks a file that holds a secret and is believed for that: it must be a plain one that only
   * its owner can read. One that is not there passes.
   *
   * @throws UnsafeFileException if it is a link or no file, belongs to another user, or others may
   *     read or write it
   */
  public static void checkSecret(Path file) {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new UnsafeFileException(file + " is no plain file, and is not used. Remove it.");
    }
    PosixFileAttributes found = attributes(file);
    if (found != null) {
      checkOwner(file, found);
      if (!OWN_FILE.containsAll(found.permissions())) {
        throw new UnsafeFileException(
            "%s is open to others (%s), and is not used. Remove it."
                .formatted(file, PosixFilePermissions.toString(found.permissions())));
      }
    }
  }

  /**
   * Checks a file or directory that the engine was told to use, and changes nothing. One that is
   * not there passes.
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
   * Checks a directory of the engine's own and takes all permissions of others from it. One that is
   * not there passes.
   *
   * @param notes is told if others could read it until now
   * @throws UnsafeFileException if it belongs to another user, or if others may write to it and
   *     something is in it
   */
  public static void claimDirectory(Path directory, Consumer<String> notes) {
    PosixFileAttributes found = attributes(directory);
    if (found == null) {
      return;
    }
    checkOwner(directory, found);
    if (isWritableByOthers(found) && !isEmpty(directory)) {
      throw writable(directory, found);
    }
    restrict(directory, found, OWN_DIRECTORY, notes);
  }

  /**
   * Checks a file in a directory of the engine's own and takes all permissions of others from it.
   * One that is not there passes.
   *
   * @param notes is told if others could read it until now
   * @throws UnsafeFileException if it belongs to another user, or others may write to it: until now
   *     they may have been able to enter the directory
   */
  public static void claimFile(Path file, Consumer<String> notes) {
    PosixFileAttributes found = attributes(file);
    if (found != null) {
      checkOwner(file, found);
      if (isWritableByOthers(found)) {
        throw writable(file, found);
      }
      restrict(file, found, found.isDirectory() ? OWN_DIRECTORY : OWN_FILE, notes);
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
      throw new UncheckedIOException(path + " cannot be looked at", e);
    }
  }

  private static void checkOwner(Path path, PosixFileAttributes found) {
    UserPrincipal user = Owner.USER;
    if (user == null || found.owner().equals(user)) {
      return;
    }
    if (!found.owner().getName().equals("root")) {
      throw new UnsafeFileException(
          "%s belongs to the user %s, who could have left anything in it, and is not used. Use one of"
                  .formatted(path, found.owner().getName())
              + " your own, or take it over: chown -R "
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
        "%s can be written by other users (%s), who could have left anything in it, and is not used."
                .formatted(path, PosixFilePermissions.toString(found.permissions()))
            + " Make sure of what is in it, then: chmod go-w "
            + path);
  }

  private static boolean isEmpty(Path directory) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      return !entries.iterator().hasNext();
    } catch (IOException e) {
      throw new UncheckedIOException(directory + " cannot be looked at", e);
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
        "%s was open to other users (%s); only its owner can use it from now on"
            .formatted(path, PosixFilePermissions.toString(found.permissions())));
  }
}
