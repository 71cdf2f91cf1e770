package dev.escarole.engine.folder;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds the recipe files of a folder and of the directories in it. Hidden ones are left out. Links
 * to directories are not followed; links to files are if they stay inside, as mounted
 * configurations have them. Confined to one look.
 */
final class FolderScan {

  private static final List<String> ENDINGS = List.of(".json", ".yaml", ".yml");

  /** Files of other kinds cost time too: so many are passed for each that may be taken. */
  private static final int OTHERS = 10;

  private final Path root;
  private final Path realRoot;
  private final FolderOptions options;
  private final List<Found> files = new ArrayList<>();
  private final List<Path> directories = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private long visits;
  private long bytes;
  private boolean full;

  /** What the file system tells about a file; it tells something else when the file changes. */
  record Stamp(long size, Instant modified, String key) {}

  /**
   * A file that was found.
   *
   * @param path from the folder on
   * @param real where to read it
   * @param refusal why it must not be read, or null
   */
  record Found(Path path, Path real, Stamp stamp, @Nullable String refusal) {}

  private FolderScan(Path root, FolderOptions options) throws IOException {
    this.root = root;
    this.realRoot = root.toRealPath();
    this.options = options;
  }

  /**
   * Looks.
   *
   * @throws IOException if the folder itself cannot be read
   */
  static FolderScan of(Path root, FolderOptions options) throws IOException {
    FolderScan scan = new FolderScan(root, options);
    scan.enter(root, 1);
    scan.files.sort(Comparator.comparing(found -> slashed(found.path())));
    return scan;
  }

  /** The files in the order of their paths. */
  List<Found> files() {
    return files;
  }

  /** The directories that were looked into, the folder first. */
  List<Path> directories() {
    return directories;
  }

  List<String> warnings() {
    return warnings;
  }

  /** A path with the same separators everywhere. */
  static String slashed(Path path) {
    return path.toString().replace(path.getFileSystem().getSeparator(), "/");
  }

  private void enter(Path directory, int depth) throws IOException {
    if (depth > options.deepest()) {
      warnings.add(
          "The directory %s lies deeper than %d directories and is not looked into."
              .formatted(slashed(root.relativize(directory)), options.deepest()));
      return;
    }
    List<Path> inside = list(directory);
    directories.add(directory);
    for (Path child : inside) {
      if (full) {
        return;
      }
      visit(child, depth);
    }
  }

  /** What is not hidden, sorted, so that every look takes the same files. */
  private List<Path> list(Path directory) throws IOException {
    List<Path> inside = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      for (Path child : stream) {
        if (++visits > (long) options.mostFiles() * OTHERS) {
          fill("The folder holds more than %d files of all kinds.".formatted(visits - 1));
          break;
        }
        if (!child.getFileName().toString().startsWith(".")) {
          inside.add(child);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    inside.sort(Comparator.comparing(FolderScan::slashed));
    return inside;
  }

  private void visit(Path child, int depth) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(child, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (attributes.isDirectory()) {
        enter(child, depth + 1);
      } else if (isRecipeFile(child)) {
        add(child, attributes);
      }
    } catch (IOException e) {
      if (Files.exists(child, LinkOption.NOFOLLOW_LINKS)) {
        warnings.add(
            "%s cannot be looked at: %s"
                .formatted(slashed(root.relativize(child)), e.getClass().getSimpleName()));
      }
    }
  }

  private static boolean isRecipeFile(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    return ENDINGS.stream().anyMatch(name::endsWith);
  }

  private void add(Path file, BasicFileAttributes own) throws IOException {
    if (files.size() == options.mostFiles()) {
      fill("The folder holds more than %d recipe files.".formatted(options.mostFiles()));
      return;
    }
    Found found = own.isSymbolicLink() ? throughLink(file, own) : found(file, file, own, null);
    if (found == null) {
      return;
    }
    // A file that is too large is read only as far as its limit.
    bytes += Math.min(found.stamp().size(), options.limits().maxBytes());
    if (bytes > options.mostBytes()) {
      fill("The recipe files have more than %d bytes together.".formatted(options.mostBytes()));
      return;
    }
    files.add(found);
  }

  /** Null for a link to a directory. */
  private @Nullable Found throughLink(Path link, BasicFileAttributes own) {
    try {
      Path real = link.toRealPath();
      if (!real.startsWith(realRoot)) {
        return found(link, link, own, "is a link to a place outside of the folder");
      }
      BasicFileAttributes attributes = Files.readAttributes(real, BasicFileAttributes.class);
      return attributes.isDirectory() ? null : found(link, real, attributes, null);
    } catch (IOException e) {
      return found(link, link, own, "is a link that leads nowhere");
    }
  }

  private Found found(
      Path file, Path real, BasicFileAttributes attributes, @Nullable String refusal) {
    boolean regular = attributes.isRegularFile() || refusal != null;
    Stamp stamp =
        new Stamp(
            attributes.size(),
            attributes.lastModifiedTime().toInstant(),
            attributes.fileKey() + " " + real + " " + refusal);
    return new Found(
        root.relativize(file), real, stamp, regular ? refusal : "is not an ordinary file");
  }

  private void fill(String why) {
    full = true;
    warnings.add(
        why + " The rest is left out; raise the limit or take files away. Nothing is removed.");
  }
}
