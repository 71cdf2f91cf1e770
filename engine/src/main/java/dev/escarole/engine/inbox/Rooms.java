package dev.escarole.engine.inbox;

import dev.escarole.engine.wasi.host.HostDirectory;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The directories of an inbox, open. Every access goes through one of them by a single name and
 * follows no symbolic link, so nobody who can write into the inbox can lead it elsewhere. Confined
 * to one thread.
 */
final class Rooms implements AutoCloseable {

  static final String OUTBOX = "outbox";
  static final String DONE = "done";
  static final String FAILED = "failed";

  /** Claimed files; guests see no entry whose name begins like this. */
  static final String OWN = ".escarole-inbox";

  private static final int PIECE = 64 << 10;

  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
  private static final Set<OpenOption> LOCKED =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  private final HostDirectory root;
  private final Deque<HostDirectory> opened = new ArrayDeque<>();
  private final Map<String, HostDirectory> places = new HashMap<>();

  private Rooms(HostDirectory root) {
    this.root = root;
    opened.push(root);
  }

  /** Opens the directory of an inbox. */
  static Rooms open(Path directory) throws IOException {
    return new Rooms(HostDirectory.open(directory, attributes -> false));
  }

  /** The directory into which files are dropped. */
  HostDirectory root() {
    return root;
  }

  /**
   * Opens a directory, which is closed with this.
   *
   * @throws IOException if it is missing, or no directory but for instance a link
   */
  HostDirectory open(HostDirectory parent, String name) throws IOException {
    HostDirectory directory = parent.openDirectory(name);
    opened.push(directory);
    return directory;
  }

  /** Opens a directory, which is created if it is missing. */
  HostDirectory make(HostDirectory parent, String name) throws IOException {
    if (parent.attributesIfPresent(name) == null) {
      try {
        parent.createDirectory(name);
      } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
        // Another engine was faster.
        return open(parent, name);
      }
    }
    return open(parent, name);
  }

  /** A directory at the top, which is created if it is missing; stays open. */
  HostDirectory place(String name) throws IOException {
    HostDirectory known = places.get(name);
    if (known == null) {
      known = make(root, name);
      places.put(name, known);
    }
    return known;
  }

  /**
   * Waits until the entries of these directories survive a crash of the machine, as far as they are
   * open. Journals of file systems are written in order, so what was changed before is safe, too.
   */
  void sync(String... names) throws IOException {
    for (String name : names) {
      HostDirectory known = places.get(name);
      if (known != null) {
        sync(known);
      }
    }
  }

  /** Opens a directory at the top, or returns null if there is none. */
  @Nullable HostDirectory find(String name) throws IOException {
    return root.attributesIfPresent(name) == null ? null : open(root, name);
  }

  /** What tells whether a file has changed. */
  record Stamp(long bytes, long modifiedNanos, String key) {}

  /** The stamp of a regular file; null if there is none of that name. */
  static @Nullable Stamp stamp(HostDirectory directory, String name) throws IOException {
    BasicFileAttributes found = directory.attributesIfPresent(name);
    return found == null || !found.isRegularFile() ? null : stamp(found);
  }

  static Stamp stamp(BasicFileAttributes found) {
    return new Stamp(
        found.size(),
        found.lastModifiedTime().to(TimeUnit.NANOSECONDS),
        String.valueOf(found.fileKey()));
  }

  /**
   * Reads a file.
   *
   * @return null if it has more bytes, or has changed meanwhile
   */
  static byte @Nullable [] read(HostDirectory directory, String name, int mostBytes)
      throws IOException {
    Stamp before = stamp(directory, name);
    if (before == null) {
      throw new NoSuchFileException(name);
    }
    if (before.bytes() > mostBytes) {
      return null;
    }
    try (FileChannel file = directory.openFile(name, READ)) {
      byte[] bytes = Channels.newInputStream(file).readNBytes(mostBytes + 1);
      boolean same = before.equals(stamp(directory, name)) && bytes.length == before.bytes();
      return same ? bytes : null;
    }
  }

  /** The bytes of a file; to be closed by the caller. */
  static InputStream stream(HostDirectory directory, String name) throws IOException {
    return Channels.newInputStream(directory.openFile(name, READ));
  }

  /** The SHA-256 of a file in hex. */
  static String sha256(HostDirectory directory, String name) throws IOException {
    try (InputStream in = stream(directory, name)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] piece = new byte[PIECE];
      for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
        digest.update(piece, 0, count);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("BUG: every Java platform has SHA-256", e);
    }
  }

  /** Writes a new file and waits for the disk. */
  static void write(HostDirectory directory, String name, byte[] bytes) throws IOException {
    try (FileChannel file = directory.openFile(name, NEW)) {
      write(file, bytes);
      file.force(true);
    }
  }

  /** Writes a file of this name, in place of what an earlier attempt has left. */
  static void writeAnew(HostDirectory directory, String name, byte[] bytes) throws IOException {
    delete(directory, name);
    write(directory, name, bytes);
  }

  /** The same for a file that may be lost when the machine crashes. */
  static void note(HostDirectory directory, String name, byte[] bytes) throws IOException {
    delete(directory, name);
    try (FileChannel file = directory.openFile(name, NEW)) {
      write(file, bytes);
    }
  }

  /** Tries whether the disk takes so many bytes. */
  static void probe(HostDirectory directory, String name, int bytes) throws IOException {
    try {
      note(directory, name, new byte[bytes]);
    } finally {
      delete(directory, name);
    }
  }

  private static void write(FileChannel file, byte[] bytes) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes);
    while (left.hasRemaining()) {
      int unused = file.write(left);
    }
  }

  private static void delete(HostDirectory directory, String name) throws IOException {
    if (directory.attributesIfPresent(name) != null) {
      directory.deleteFile(name);
    }
  }

  /** Opens a file to lock it. */
  static FileChannel lockable(HostDirectory directory, String name) throws IOException {
    return directory.openFile(name, LOCKED);
  }

  /** Waits until the entries of a directory survive a crash of the machine. */
  static void sync(HostDirectory directory) throws IOException {
    try (FileChannel self =
        directory.openFile(HostDirectory.SELF, Set.of(StandardOpenOption.READ))) {
      self.force(true);
    } catch (IOException e) {
      // Some systems open no directories as files; there the file system decides.
      if (directory.attributesIfPresent(HostDirectory.SELF) == null) {
        throw e;
      }
    }
  }

  /** A way into directories below one, each made if it is missing. */
  static final class Chain implements AutoCloseable {
    private HostDirectory at;

    Chain(HostDirectory start) {
      this.at = start.retain();
    }

    void enter(String name) throws IOException {
      if (at.attributesIfPresent(name) == null) {
        at.createDirectory(name);
      }
      HostDirectory next = at.openDirectory(name);
      at.close();
      at = next;
    }

    /** Opens a new file; when it is closed, it is on the disk. */
    OutputStream create(String name) throws IOException {
      FileChannel file = at.openFile(name, NEW);
      return new FilterOutputStream(Channels.newOutputStream(file)) {
        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
          out.write(bytes, from, count);
        }

        @Override
        public void close() throws IOException {
          try (file) {
            file.force(true);
          }
        }
      };
    }

    @Override
    public void close() {
      at.close();
    }
  }

  /** All names in a directory but those of temporary entries of the engine. */
  static List<String> names(HostDirectory directory) throws IOException {
    return new ArrayList<>(directory.list(InboxState.COUNTED));
  }

  /** Removes a directory with all in it, deep as it may be; follows no link. */
  static void remove(HostDirectory parent, String name) throws IOException {
    try (HostDirectory directory = parent.openDirectory(name)) {
      empty(directory);
    }
    parent.deleteDirectory(name);
  }

  /** Removes all that is in a directory. */
  static void empty(HostDirectory directory) throws IOException {
    for (String each : names(directory)) {
      BasicFileAttributes found = directory.attributesIfPresent(each);
      if (found != null && found.isDirectory()) {
        remove(directory, each);
      } else if (found != null) {
        directory.deleteFile(each);
      }
    }
  }

  @Override
  public void close() {
    opened.forEach(HostDirectory::close);
  }
}
