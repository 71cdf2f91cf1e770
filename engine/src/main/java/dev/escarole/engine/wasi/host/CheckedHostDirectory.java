package dev.escarole.engine.wasi.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Works with paths, on platforms without operations relative to open directories. Each operation
 * first checks that every element between the granted directory and this one is a real directory,
 * so no existing link is followed; a link created between the check and the operation could be.
 */
final class CheckedHostDirectory extends HostDirectory {

  private final Path root;
  private final Path path;

  CheckedHostDirectory(Path root, Path path, Predicate<BasicFileAttributes> hides) {
    super(hides);
    this.root = root;
    this.path = path;
  }

  @Override
  public void release() {
    // Holds nothing but names.
  }

  @Override
  public HostDirectory openDirectory(String name) throws IOException {
    Path child = name.equals(SELF) ? checked() : child(name);
    if (child.equals(root)) {
      return new CheckedHostDirectory(root, root, hides());
    }
    if (!Files.readAttributes(child, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .isDirectory()) {
      throw new NotDirectoryException(name);
    }
    return new CheckedHostDirectory(root, child, hides());
  }

  @Override
  public FileChannel openFile(String name, Set<OpenOption> options) throws IOException {
    return FileChannel.open(child(name), options);
  }

  @Override
  public BasicFileAttributes readAttributes(String name) throws IOException {
    return view(name).readAttributes();
  }

  @Override
  public void setTimes(String name, @Nullable FileTime accessed, @Nullable FileTime modified)
      throws IOException {
    view(name).setTimes(modified, accessed, null);
  }

  private BasicFileAttributeView view(String name) throws IOException {
    return name.equals(SELF)
        ? Files.getFileAttributeView(checked(), BasicFileAttributeView.class)
        : Files.getFileAttributeView(
            child(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public @SuppressWarnings("StreamResourceLeak") // The caller closes it.
  DirectoryStream<Path> entries() throws IOException {
    return Files.newDirectoryStream(checked());
  }

  @Override
  public void createDirectory(String name) throws IOException {
    Files.createDirectory(child(name));
  }

  @Override
  public void createLink(String name, String target) throws IOException {
    Files.createSymbolicLink(child(name), path.getFileSystem().getPath(target));
  }

  @Override
  public void createHardLink(String name, HostDirectory target, String newName) throws IOException {
    CheckedHostDirectory to = (CheckedHostDirectory) target;
    Path link = to.child(newName);
    Object key = attributes(name).fileKey();
    Files.createLink(link, child(name));
    if (key == null || !key.equals(to.attributes(newName).fileKey())) {
      Files.delete(link);
      throw new NoSuchFileException("moved meanwhile");
    }
  }

  @Override
  public String readLink(String name) throws IOException {
    return Files.readSymbolicLink(child(name)).toString().replace('\\', '/');
  }

  @Override
  public void deleteFile(String name) throws IOException {
    Files.delete(child(name));
  }

  @Override
  public void deleteDirectory(String name) throws IOException {
    Files.delete(child(name));
  }

  @Override
  public void move(String name, HostDirectory target, String newName) throws IOException {
    Path to = ((CheckedHostDirectory) target).child(newName);
    Files.move(child(name), to, StandardCopyOption.REPLACE_EXISTING);
  }

  private Path child(String name) throws IOException {
    return checked().resolve(element(path, name));
  }

  private Path checked() throws IOException {
    Path below = root;
    for (Path element : root.relativize(path)) {
      below = below.resolve(element);
      if (!below.equals(root)
          && !Files.readAttributes(below, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
              .isDirectory()) {
        throw new NotDirectoryException("replaced meanwhile");
      }
    }
    return path;
  }
}
