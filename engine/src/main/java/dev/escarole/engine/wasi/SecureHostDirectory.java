package dev.escarole.engine.wasi;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Works relative to an open directory, so that nobody can slip a link in between.
 *
 * <p>Java offers no relative form of three operations. Directories and links are therefore created
 * under a random name in the granted directory itself, which no guest can replace, and moved into
 * place relative to open directories. A link is read by its path, before and after which the path's
 * directory must be this very one.
 */
final class SecureHostDirectory extends HostDirectory {

  private final SecureDirectoryStream<Path> stream;
  private final Path path;
  private final SecureHostDirectory root;

  private SecureHostDirectory(
      SecureDirectoryStream<Path> stream, Path path, @Nullable SecureHostDirectory root) {
    this.stream = stream;
    this.path = path;
    this.root = root == null ? this : root;
    if (root != null) {
      root.retain();
    }
  }

  static SecureHostDirectory root(SecureDirectoryStream<Path> stream, Path path) {
    return new SecureHostDirectory(stream, path, null);
  }

  @Override
  void release() {
    try {
      stream.close();
    } catch (IOException e) {
      // The handle is gone either way, and nothing was written through it.
    }
    if (root != this) {
      root.close();
    }
  }

  @Override
  HostDirectory openDirectory(String name) throws IOException {
    Path element = element(path, name);
    return new SecureHostDirectory(
        stream.newDirectoryStream(element, LinkOption.NOFOLLOW_LINKS),
        name.equals(SELF) ? path : path.resolve(element),
        root);
  }

  @Override
  FileChannel openFile(String name, Set<OpenOption> options) throws IOException {
    return (FileChannel) stream.newByteChannel(element(path, name), options);
  }

  @Override
  BasicFileAttributes attributes(String name) throws IOException {
    return view(name).readAttributes();
  }

  @Override
  void setTimes(String name, @Nullable FileTime accessed, @Nullable FileTime modified)
      throws IOException {
    view(name).setTimes(modified, accessed, null);
  }

  private BasicFileAttributeView view(String name) throws IOException {
    return name.equals(SELF)
        ? stream.getFileAttributeView(BasicFileAttributeView.class)
        : stream.getFileAttributeView(
            element(path, name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  List<String> list(int most) throws IOException {
    List<String> names = new ArrayList<>();
    try (var fresh = stream.newDirectoryStream(element(path, SELF), LinkOption.NOFOLLOW_LINKS)) {
      for (Path entry : fresh) {
        if (names.size() == most) {
          break;
        }
        names.add(String.valueOf(entry.getFileName()));
      }
    }
    return names;
  }

  @Override
  void createDirectory(String name) throws IOException {
    create(name, staged -> Files.createDirectory(staged));
  }

  @Override
  void createLink(String name, String target) throws IOException {
    Path content = path.getFileSystem().getPath(target);
    create(name, staged -> Files.createSymbolicLink(staged, content));
  }

  private interface Creation {
    void at(Path path) throws IOException;
  }

  private void create(String name, Creation creation) throws IOException {
    Path element = element(path, name);
    if (this == root) {
      creation.at(path.resolve(element));
      return;
    }
    String staged = ".escarole-" + UUID.randomUUID();
    creation.at(root.path.resolve(staged));
    root.move(staged, this, name);
  }

  @Override
  String readLink(String name) throws IOException {
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
  void deleteFile(String name) throws IOException {
    stream.deleteFile(element(path, name));
  }

  @Override
  void deleteDirectory(String name) throws IOException {
    stream.deleteDirectory(element(path, name));
  }

  @Override
  void move(String name, HostDirectory target, String newName) throws IOException {
    SecureHostDirectory to = (SecureHostDirectory) target;
    stream.move(element(path, name), to.stream, element(path, newName));
  }
}
