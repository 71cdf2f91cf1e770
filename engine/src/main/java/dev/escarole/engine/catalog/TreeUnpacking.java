package dev.escarole.engine.catalog;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * Unpacks a directory of an archive into an empty directory. Names cannot lead out of it, links are
 * refused, and directories without files are left out.
 */
final class TreeUnpacking implements ArchiveMembers.Sink {

  private static final int MOST_PARTS = 32;
  private static final int LONGEST_NAME = 1024;

  private final String prefix;
  private final Path target;

  private TreeUnpacking(String path, Path target) {
    this.prefix = path.isEmpty() ? "" : path + "/";
    this.target = target;
  }

  /**
   * Unpacks.
   *
   * @param path the directory in the archive; empty for all of it
   * @throws IOException if the archive is damaged or too large, has a link or a name that leads
   *     elsewhere, or has no file at that path
   */
  static void unpack(byte[] archive, String path, Path target) throws IOException {
    ArchiveMembers.walk(new ByteArrayInputStream(archive), new TreeUnpacking(path, target));
    try (var files = Files.list(target)) {
      if (files.findAny().isEmpty()) {
        throw new IOException("the archive has no files below '" + path + "'");
      }
    }
  }

  /**
   * Copies the files of a directory, without those that are not regular ones.
   *
   * @throws IOException if it is missing or cannot be copied
   */
  static void copy(Path source, Path target) throws IOException {
    Path unused =
        Files.walkFileTree(
            source,
            new SimpleFileVisitor<>() {
              @Override
              public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                  throws IOException {
                if (attributes.isRegularFile()) {
                  Path copy = target.resolve(source.relativize(file).toString());
                  Path parent = Files.createDirectories(Objects.requireNonNull(copy.getParent()));
                  Files.copy(file, parent.resolve(String.valueOf(copy.getFileName())));
                }
                return FileVisitResult.CONTINUE;
              }
            });
  }

  @Override
  public boolean wants(String name) {
    return plain(name).startsWith(prefix);
  }

  @Override
  public void link(String name) throws IOException {
    if (wants(name)) {
      throw new IOException("the archive has a link, '" + name + "', which is not unpacked");
    }
  }

  @Override
  public void file(String name, InputStream content) throws IOException {
    Path file = target.resolve(relative(plain(name).substring(prefix.length()), name));
    try {
      Path unused = Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.copy(content, file);
    } catch (FileAlreadyExistsException e) {
      throw new IOException("the archive has '" + name + "' twice", e);
    }
  }

  private static Path relative(String path, String name) throws IOException {
    String[] parts = path.split("/", -1);
    boolean misleading = parts.length > MOST_PARTS || path.length() > LONGEST_NAME;
    for (String part : parts) {
      misleading |= part.isEmpty() || part.equals(".") || part.equals("..") || part.contains("\\");
    }
    try {
      if (!misleading) {
        return Path.of(path);
      }
    } catch (InvalidPathException e) {
      // Said below.
    }
    throw new IOException("the archive has the name '" + name + "', which is not unpacked");
  }

  private static String plain(String name) {
    return name.startsWith("./") ? name.substring(2) : name;
  }
}
