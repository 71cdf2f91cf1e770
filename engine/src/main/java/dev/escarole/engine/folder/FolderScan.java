package dev.escarole.engine.folder;

import dev.escarole.recipe.RecipeNames;
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
import org.jspecify.annotations.Nullable;

/**
 * Finds the recipe files in a folder and its subdirectories, except hidden ones. Links to files are
 * followed if they stay inside the folder, as in mounted configurations; links to directories are
 * not followed. Confined to one scan.
 */
final class FolderScan {

  /** Maximum number of files of all kinds, as a multiple of the maximum number of recipe files. */
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

  /** File attributes that change with the file. */
  record Stamp(long size, Instant modified, String key) {}

  /**
   * A recipe file.
   *
   * @param path relative to the folder
   * @param real the path for reading
   * @param refusal why it is not read, or null
   */
  record Found(Path path, Path real, Stamp stamp, @Nullable String refusal) {}

  private FolderScan(Path root, FolderOptions options) throws IOException {
    this.root = root;
    this.realRoot = root.toRealPath();
    this.options = options;
  }

  /**
   * Scans a folder.
   *
   * @throws IOException if the folder itself cannot be read
   */
  static FolderScan of(Path root, FolderOptions options) throws IOException {
    FolderScan scan = new FolderScan(root, options);
    scan.enter(root, 1);
    scan.files.sort(Comparator.comparing(found -> slashed(found.path())));
    return scan;
  }

  List<Found> files() {
    return files;
  }

  /** The scanned directories, the folder first. */
  List<Path> directories() {
    return directories;
  }

  List<String> warnings() {
    return warnings;
  }

  /** A path with {@code /} as separator. */
  static String slashed(Path path) {
    return path.toString().replace(path.getFileSystem().getSeparator(), "/");
  }

  private void enter(Path directory, int depth) throws IOException {
    if (depth > options.deepest()) {
      warnings.add(
          "The directory %s is nested more than %d levels deep and is ignored."
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

  /** The visible children, sorted, so that every scan finds the same files. */
  private List<Path> list(Path directory) throws IOException {
    List<Path> inside = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      for (Path child : stream) {
        if (++visits > (long) options.mostFiles() * OTHERS) {
          fill("The folder contains more than %d files of all kinds.".formatted(visits - 1));
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
            "%s cannot be read: %s"
                .formatted(slashed(root.relativize(child)), e.getClass().getSimpleName()));
      }
    }
  }

  private static boolean isRecipeFile(Path file) {
    return RecipeNames.isInFolder(file.getFileName().toString());
  }

  private void add(Path file, BasicFileAttributes own) throws IOException {
    if (files.size() == options.mostFiles()) {
      fill("The folder contains more than %d recipe files.".formatted(options.mostFiles()));
      return;
    }
    Found found = own.isSymbolicLink() ? throughLink(file, own) : found(file, file, own, null);
    if (found == null) {
      return;
    }
    // Of a file that is too large, only the part up to the limit is read.
    bytes += Math.min(found.stamp().size(), options.limits().maxBytes());
    if (bytes > options.mostBytes()) {
      fill("The recipe files exceed %d bytes in total.".formatted(options.mostBytes()));
      return;
    }
    files.add(found);
  }

  /** Null for a link to a directory. */
  private @Nullable Found throughLink(Path link, BasicFileAttributes own) {
    try {
      Path real = link.toRealPath();
      if (!real.startsWith(realRoot)) {
        return found(link, link, own, "is a link that leaves the folder");
      }
      BasicFileAttributes attributes = Files.readAttributes(real, BasicFileAttributes.class);
      return attributes.isDirectory() ? null : found(link, real, attributes, null);
    } catch (IOException e) {
      return found(link, link, own, "is a broken link");
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
        root.relativize(file), real, stamp, regular ? refusal : "is not a regular file");
  }

  private void fill(String why) {
    full = true;
    warnings.add(why + " The rest is ignored; raise the limit or remove files.");
  }
}
