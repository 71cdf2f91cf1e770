package dev.escarole.engine.wasi.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Works relative to an open directory, so that no link can be inserted concurrently.
 *
 * <p>Java has no relative form of four operations. Directories and links are therefore created
 * under a hidden random name in the granted directory itself, which no guest can replace, checked
 * there, and moved into place relative to open directories. A link is read by its path; before and
 * after, the path must lead to this same directory.
 */
final class SecureHostDirectory extends HostDirectory {

  private static final Set<OpenOption> NEW_FILE =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  private final SecureDirectoryStream<Path> stream;
  private final Path path;
  private final SecureHostDirectory root;

  SecureHostDirectory(
      SecureDirectoryStream<Path> stream,
      Path path,
      @Nullable SecureHostDirectory root,
      Predicate<BasicFileAttributes> hides) {
    super(hides);
    this.stream = stream;
    this.path = path;
    this.root = root == null ? this : root;
    if (root != null) {
      root.retain();
    }
  }

  @Override
  public void release() {
    try {
      stream.close();
    } catch (IOException e) {
      // The handle is closed either way, and nothing was written through it.
    }
    if (root != this) {
      root.close();
    }
  }

  @Override
  public HostDirectory openDirectory(String name) throws IOException {
    Path element = element(path, name);
    return new SecureHostDirectory(
        stream.newDirectoryStream(element, LinkOption.NOFOLLOW_LINKS),
        name.equals(SELF) ? path : path.resolve(element),
        root,
        hides());
  }

  @Override
  public FileChannel openFile(String name, Set<OpenOption> options) throws IOException {
    return (FileChannel) stream.newByteChannel(element(path, name), options);
  }

  @Override
  public BasicFileAttributes readAttributes(String name) throws IOException {
    return view(name).readAttributes();
  }

  /**
   * Sets times with nanosecond precision if possible. Relative to an open directory Java supports
   * only microseconds, and no links; by path it supports both, so files and links get a temporary
   * hard link in the granted directory.
   */
  @Override
  public void setTimes(String name, @Nullable FileTime accessed, @Nullable FileTime modified)
      throws IOException {
    BasicFileAttributes now = attributes(name);
    FileTime access = accessed == null ? now.lastAccessTime() : accessed;
    FileTime change = modified == null ? now.lastModifiedTime() : modified;
    boolean coarse = inMicroseconds(access) && inMicroseconds(change);
    if (now.isSymbolicLink()) {
      setTimesBeside(name, access, change);
    } else if (coarse || !now.isRegularFile()) {
      view(name).setTimes(change, access, null);
    } else {
      setTimesExactly(name, access, change);
    }
  }

  private void setTimesExactly(String name, FileTime access, FileTime change) throws IOException {
    try {
      setTimesBeside(name, access, change);
    } catch (FileSystemException e) {
      // Not every file system or file supports hard links.
      view(name).setTimes(change, access, null);
    }
  }

  private void setTimesBeside(String name, FileTime access, FileTime change) throws IOException {
    String beside = linkBeside(name);
    try {
      Files.getFileAttributeView(
              root.path.resolve(beside), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
          .setTimes(change, access, null);
    } finally {
      root.deleteFile(beside);
    }
  }

  private static boolean inMicroseconds(FileTime time) {
    return time.equals(FileTime.from(time.to(TimeUnit.MICROSECONDS), TimeUnit.MICROSECONDS));
  }

  private BasicFileAttributeView view(String name) throws IOException {
    return name.equals(SELF)
        ? stream.getFileAttributeView(BasicFileAttributeView.class)
        : stream.getFileAttributeView(
            element(path, name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public DirectoryStream<Path> entries() throws IOException {
    return stream.newDirectoryStream(element(path, SELF), LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public void createDirectory(String name) throws IOException {
    Path element = element(path, name);
    if (this == root) {
      Files.createDirectory(path.resolve(element));
      return;
    }
    String beside = hiddenName();
    Files.createDirectory(root.path.resolve(beside));
    try {
      root.move(beside, this, name);
    } catch (IOException | RuntimeException | Error e) {
      root.deleteDirectory(beside);
      throw e;
    }
  }

  @Override
  public void createLink(String name, String target) throws IOException {
    Path content = path.getFileSystem().getPath(target);
    Path element = element(path, name);
    if (this == root) {
      Files.createSymbolicLink(path.resolve(element), content);
      return;
    }
    String beside = hiddenName();
    Files.createSymbolicLink(root.path.resolve(beside), content);
    place(beside, this, name);
  }

  @Override
  public void createHardLink(String name, HostDirectory target, String newName) throws IOException {
    SecureHostDirectory to = (SecureHostDirectory) target;
    Path element = element(path, newName);
    String beside = linkBeside(name);
    if (to == to.root) {
      try {
        Files.createLink(to.path.resolve(element), root.path.resolve(beside));
      } finally {
        root.deleteFile(beside);
      }
      return;
    }
    place(beside, to, newName);
  }

  /**
   * Creates a hidden hard link to a file or link of this directory in the granted directory. This
   * works by path, which may be changed concurrently, so the new link is compared with the entry in
   * this open directory and removed if it differs.
   */
  private String linkBeside(String name) throws IOException {
    String beside = hiddenName();
    Files.createLink(root.path.resolve(beside), path.resolve(element(path, name)));
    boolean same = false;
    try {
      Object key = root.attributes(beside).fileKey();
      same = key != null && key.equals(attributes(name).fileKey());
    } finally {
      if (!same) {
        root.deleteFile(beside);
      }
    }
    if (!same) {
      throw new NoSuchFileException("moved meanwhile");
    }
    return beside;
  }

  /**
   * Moves a hidden file or link to its final name. The name is reserved with an empty file first,
   * because a move would replace a concurrently created entry.
   */
  private void place(String beside, SecureHostDirectory to, String name) throws IOException {
    boolean taken = false;
    try {
      to.openFile(name, NEW_FILE).close();
      taken = true;
      root.move(beside, to, name);
    } catch (IOException | RuntimeException | Error e) {
      root.deleteFile(beside);
      if (taken) {
        to.deleteFile(name);
      }
      throw e;
    }
  }

  @Override
  public String readLink(String name) throws IOException {
    Path element = element(path, name);
    makeSureOfPath();
    String target = Files.readSymbolicLink(path.resolve(element)).toString();
    makeSureOfPath();
    return target;
  }

  private void makeSureOfPath() throws IOException {
    if (this == root) {
      return;
    }
    Object mine = attributes(SELF).fileKey();
    Object named =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
    if (!Objects.equals(mine, named)) {
      throw new NoSuchFileException("moved meanwhile");
    }
  }

  @Override
  public void deleteFile(String name) throws IOException {
    stream.deleteFile(element(path, name));
  }

  @Override
  public void deleteDirectory(String name) throws IOException {
    stream.deleteDirectory(element(path, name));
  }

  @Override
  public void move(String name, HostDirectory target, String newName) throws IOException {
    SecureHostDirectory to = (SecureHostDirectory) target;
    stream.move(element(path, name), to.stream, element(path, newName));
  }
}
