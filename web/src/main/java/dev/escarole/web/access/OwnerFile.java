package dev.escarole.web.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Files that hold secrets: their owner alone may read them, from the first moment on. */
final class OwnerFile {

  private static final Set<PosixFilePermission> OWN =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private OwnerFile() {}

  /** Replaces a file by a new one; a reader sees the one or the other. */
  static void write(Path file, String text) throws IOException {
    Path target = file.toAbsolutePath();
    Path directory = target.getParent();
    if (directory == null) {
      throw new IOException(file + " is no file");
    }
    createDirectory(directory);
    Path scratch = Files.createTempFile(directory, ".owner", ".new", attributes(directory));
    try {
      Files.write(scratch, text.getBytes(StandardCharsets.UTF_8));
      Files.move(
          scratch, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(scratch);
    }
  }

  private static void createDirectory(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      if (isPosix(directory.getFileSystem().getPath("/"))) {
        Files.createDirectories(
            directory,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      } else {
        Files.createDirectories(directory);
      }
    }
  }

  private static FileAttribute<?>[] attributes(Path directory) {
    return isPosix(directory)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWN)}
        : new FileAttribute<?>[0];
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /**
   * Why a file must not be believed: it belongs to somebody else, or others may read or write it.
   *
   * @return null if it may be
   */
  static @Nullable String fault(Path file) throws IOException {
    if (Files.isSymbolicLink(file) || !Files.isRegularFile(file)) {
      return "it is no plain file";
    }
    if (!isPosix(file)) {
      return null;
    }
    Path probe = Files.createTempFile(".owner", ".probe", attributes(file));
    try {
      if (!Files.getOwner(file).equals(Files.getOwner(probe))) {
        return "it belongs to " + Files.getOwner(file).getName();
      }
    } finally {
      Files.delete(probe);
    }
    return OWN.containsAll(Files.getPosixFilePermissions(file)) ? null : "others may use it";
  }
}
