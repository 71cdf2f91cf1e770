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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An open directory of the host. Every method takes the name of one entry, never a path, and never
 * follows a link. Handles are counted: whoever keeps one retains it and closes it.
 *
 * <p>Confined to the guest's thread.
 */
public abstract class HostDirectory implements AutoCloseable {

  /** The entry that stands for the directory itself. */
  public static final String SELF = ".";

  /**
   * How entries begin that the engine makes in passing. Guests can neither see nor name them, so
   * none can touch what is being checked.
   */
  private static final String HIDDEN = ".escarole-";

  private final Predicate<BasicFileAttributes> hides;
  private int holders = 1;

  /**
   * Makes a handle.
   *
   * @param hides says which entries are held back from the guest, whatever their names are
   */
  HostDirectory(Predicate<BasicFileAttributes> hides) {
    this.hides = hides;
  }

  /**
   * Opens a granted directory. Where the platform can work relative to open directories, no change
   * that anybody makes to the path meanwhile can lead a guest elsewhere; where it cannot, every
   * operation checks first that no link stands on the way, which leaves a moment between check and
   * use.
   */
  @SuppressWarnings("StreamResourceLeak") // The handle keeps the stream and closes it.
  public static HostDirectory open(Path root, Predicate<BasicFileAttributes> hides)
      throws IOException {
    var stream = Files.newDirectoryStream(root);
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return SecureHostDirectory.root(secure, root, hides);
    }
    stream.close();
    return CheckedHostDirectory.root(root, hides);
  }

  /** Keeps the directory open until it is released once more; returns it. */
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
   * @throws IOException if there is none, or a link in its place
   */
  public abstract HostDirectory openDirectory(String name) throws IOException;

  /** Opens a file in this directory as the options say; whether it may be a link, they say too. */
  public abstract FileChannel openFile(String name, Set<OpenOption> options) throws IOException;

  /**
   * Reads what an entry is. Every walk along a path passes here before it uses an entry.
   *
   * @throws AccessDeniedException if the entry is held back from the guest
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

  /** Returns the names of the entries, at most so many, without those that guests cannot see. */
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

  abstract DirectoryStream<Path> entries() throws IOException;

  /** Creates a directory in this one. */
  public abstract void createDirectory(String name) throws IOException;

  /** Creates a symbolic link, which may lead nowhere. */
  public abstract void createLink(String name, String target) throws IOException;

  /**
   * Gives a file or link a second name, which must be free.
   *
   * @param target a directory below the same grant
   */
  public abstract void createHardLink(String name, HostDirectory target, String newName)
      throws IOException;

  /** What a symbolic link says, as it is. */
  public abstract String readLink(String name) throws IOException;

  /** Deletes a file or link, never what a link leads to. */
  public abstract void deleteFile(String name) throws IOException;

  /** Deletes an empty directory. */
  public abstract void deleteDirectory(String name) throws IOException;

  /** Moves an entry, in place of one that may be there already. */
  public abstract void move(String name, HostDirectory target, String newName) throws IOException;

  /** What is under a name, or null; a link is not followed. */
  public final @Nullable BasicFileAttributes attributesIfPresent(String name) throws IOException {
    try {
      return attributes(name);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Whether an entry is one that the engine makes in passing. */
  public static boolean isHidden(String name) {
    return name.regionMatches(true, 0, HIDDEN, 0, HIDDEN.length());
  }

  /** A new name for an entry that is made in passing. */
  static String hiddenName() {
    return HIDDEN + UUID.randomUUID();
  }

  /** Turns a name into a path of exactly that one element. */
  static Path element(Path anyPath, String name) throws IOException {
    try {
      Path path = anyPath.getFileSystem().getPath(name);
      boolean single =
          !path.isAbsolute() && path.getNameCount() == 1 && path.toString().equals(name);
      if (single && !name.isEmpty() && !name.equals("..")) {
        return path;
      }
    } catch (InvalidPathException e) {
      // Answered below: the host has no file of this name and can have none.
    }
    throw new IOException("Invalid argument");
  }
}
