package dev.escarole.engine.wasi.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An open directory of the host. Every method takes the name of one entry, never a path, and never
 * follows a link. Handles are reference-counted: retain before keeping one, and close it
 * afterwards.
 *
 * <p>Confined to the guest's thread.
 */
public abstract class HostDirectory implements AutoCloseable {

  /** The entry that stands for the directory itself. */
  public static final String SELF = ".";

  /** Prefix of temporary entries of the engine. Guests can neither see nor access them. */
  private static final String HIDDEN = ".escarole-";

  private final Predicate<BasicFileAttributes> hides;
  private int holders = 1;

  /**
   * @param hides selects entries that are hidden from the guest, whatever their names
   */
  HostDirectory(Predicate<BasicFileAttributes> hides) {
    this.hides = hides;
  }

  /**
   * Opens a granted directory. If the platform supports operations relative to open directories, no
   * concurrent change of the path can redirect a guest; otherwise every operation first checks the
   * path for links, which leaves a short time between check and use.
   */
  @SuppressWarnings("StreamResourceLeak") // The handle keeps the stream and closes it.
  public static HostDirectory open(Path root, Predicate<BasicFileAttributes> hides)
      throws IOException {
    var stream = Files.newDirectoryStream(root);
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return new SecureHostDirectory(secure, root, null, hides);
    }
    stream.close();
    return new CheckedHostDirectory(root, root, hides);
  }

  /** Adds a reference and returns this directory. */
  public final HostDirectory retain() {
    holders++;
    return this;
  }

  @Override
  public final void close() {
    holders--;
    if (holders == 0) {
      release();
    }
  }

  abstract void release();

  /**
   * Opens a directory in this one.
   *
   * @throws IOException if it is missing or a link
   */
  public abstract HostDirectory openDirectory(String name) throws IOException;

  /** Opens a file in this directory with these options, which also say whether it may be a link. */
  public abstract FileChannel openFile(String name, Set<OpenOption> options) throws IOException;

  /**
   * Reads the attributes of an entry. Path resolution calls this before it uses an entry.
   *
   * @throws AccessDeniedException if the entry is hidden from the guest
   */
  public final BasicFileAttributes attributes(String name) throws IOException {
    BasicFileAttributes attributes = readAttributes(name);
    if (hides.test(attributes)) {
      throw new AccessDeniedException(name);
    }
    return attributes;
  }

  abstract BasicFileAttributes readAttributes(String name) throws IOException;

  final Predicate<BasicFileAttributes> hides() {
    return hides;
  }

  /** Sets the times that are not null. */
  public abstract void setTimes(
      String name, @Nullable FileTime accessed, @Nullable FileTime modified) throws IOException;

  /** Returns at most this many names of entries, without hidden ones. */
  public final List<String> list(int most) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = entries()) {
      for (Path entry : entries) {
        String name = String.valueOf(entry.getFileName());
        if (names.size() == most) {
          break;
        }
        if (!isHidden(name)) {
          names.add(name);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return names;
  }

  /** Visits the names of all entries, hidden ones included, in no order. */
  public final void visit(Consumer<String> names) throws IOException {
    try (DirectoryStream<Path> entries = entries()) {
      entries.forEach(entry -> names.accept(String.valueOf(entry.getFileName())));
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  abstract DirectoryStream<Path> entries() throws IOException;

  /** Creates a directory in this one. */
  public abstract void createDirectory(String name) throws IOException;

  /** Creates a symbolic link, which may be dangling. */
  public abstract void createLink(String name, String target) throws IOException;

  /**
   * Creates a hard link to a file or link under an unused name.
   *
   * @param target a directory within the same grant
   */
  public abstract void createHardLink(String name, HostDirectory target, String newName)
      throws IOException;

  /** Returns the target of a symbolic link, unchanged. */
  public abstract String readLink(String name) throws IOException;

  /** Deletes a file or link, never a link's target. */
  public abstract void deleteFile(String name) throws IOException;

  /** Deletes an empty directory. */
  public abstract void deleteDirectory(String name) throws IOException;

  /** Moves an entry, replacing an existing one. */
  public abstract void move(String name, HostDirectory target, String newName) throws IOException;

  /** Returns the attributes of an entry, or null; does not follow links. */
  public final @Nullable BasicFileAttributes attributesIfPresent(String name) throws IOException {
    try {
      return attributes(name);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Whether an entry is a temporary one of the engine. */
  public static boolean isHidden(String name) {
    return name.regionMatches(true, 0, HIDDEN, 0, HIDDEN.length());
  }

  static String hiddenName() {
    return HIDDEN + UUID.randomUUID();
  }

  /** Converts a name to a path of one element. */
  static Path element(Path anyPath, String name) throws IOException {
    try {
      Path path = anyPath.getFileSystem().getPath(name);
      boolean single =
          !path.isAbsolute() && path.getNameCount() == 1 && path.toString().equals(name);
      if (single && !name.isEmpty() && !name.equals("..")) {
        return path;
      }
    } catch (InvalidPathException e) {
      // Handled below: the host cannot have a file of this name.
    }
    throw new IOException("Invalid argument");
  }
}
