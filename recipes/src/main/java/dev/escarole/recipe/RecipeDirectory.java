package dev.escarole.recipe;

import dev.escarole.recipe.template.Codes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A directory of recipe files. Files are read when they are imported. Symbolic links are followed
 * only if they stay inside the directory. Thread-safe.
 */
public final class RecipeDirectory implements RecipeLibrary {
  private static final int DEEPEST = 16;
  private static final int MOST_FILES = 10_000;
  private static final int MOST_VISITS = 100_000;

  private final Path root;
  private final Path shown;
  private final boolean named;
  private final RecipeLimits limits;
  private @Nullable RecipeIndex index;

  private RecipeDirectory(Path root, Path shown, boolean named, RecipeLimits limits) {
    this.root = root;
    this.shown = shown;
    this.named = named;
    this.limits = limits;
  }

  /**
   * A folder of recipes, which can also be imported by name.
   *
   * @param shown how messages show the folder
   */
  public static RecipeDirectory folder(Path root, Path shown, RecipeLimits limits) {
    return new RecipeDirectory(root.toAbsolutePath().normalize(), shown, true, limits);
  }

  /** A directory from which files are imported by path only. */
  public static RecipeDirectory files(Path root, Path shown, RecipeLimits limits) {
    return new RecipeDirectory(root.toAbsolutePath().normalize(), shown, false, limits);
  }

  /** The directory. */
  public Path root() {
    return root;
  }

  /**
   * The path of a file in this library.
   *
   * @return empty if it is outside the directory
   */
  public Optional<String> path(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    if (absolute.startsWith(root) && !absolute.equals(root)) {
      return Optional.of(slashed(root.relativize(absolute)));
    }
    try {
      Path real = absolute.toRealPath();
      Path realRoot = root.toRealPath();
      return real.startsWith(realRoot)
          ? Optional.of(slashed(realRoot.relativize(real)))
          : Optional.empty();
    } catch (IOException missing) {
      return Optional.empty();
    }
  }

  private static String slashed(Path path) {
    return path.toString().replace(path.getFileSystem().getSeparator(), "/");
  }

  @Override
  public String words() {
    String text = shown.toString().isEmpty() ? "." : shown.toString();
    return (named ? "the recipe folder " : "the directory ") + text;
  }

  @Override
  public boolean hasNames() {
    return named;
  }

  @Override
  public synchronized @Nullable RecipeIndex index() {
    if (!named) {
      return null;
    }
    if (index == null) {
      index = new RecipeIndex(scan(), this::find);
    }
    return index;
  }

  private List<String> scan() {
    Scan scan = new Scan();
    try {
      Files.walkFileTree(root, EnumSet.noneOf(FileVisitOption.class), DEEPEST, scan);
    } catch (IOException unreadable) {
      throw new RecipeException(
          List.of(problem(shown.toString(), "cannot be read: " + unreadable.getMessage())));
    }
    Collections.sort(scan.found);
    return List.copyOf(scan.found);
  }

  private final class Scan extends SimpleFileVisitor<Path> {
    private final List<String> found = new ArrayList<>();
    private int visits;

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
      return !directory.equals(root) && isHidden(directory)
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      String path = slashed(root.relativize(file));
      if (!isHidden(file) && !attributes.isDirectory() && RecipeNames.isInFolder(path)) {
        found.add(path);
      }
      visits++;
      return visits > MOST_VISITS || found.size() >= MOST_FILES
          ? FileVisitResult.TERMINATE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
      return FileVisitResult.CONTINUE;
    }

    private boolean isHidden(Path file) {
      return file.getFileName().toString().startsWith(".");
    }
  }

  @Override
  public Optional<Document> find(String path) {
    Path file;
    try {
      file = root.resolve(path);
    } catch (InvalidPathException notAPath) {
      return Optional.empty();
    }
    String name = shown.resolve(path).toString();
    try {
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.empty();
      }
      Path real = file.toRealPath();
      if (!real.startsWith(root.toRealPath())) {
        throw new RecipeException(List.of(problem(name, "is a link that leaves " + words())));
      }
      BasicFileAttributes attributes =
          Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!attributes.isRegularFile()) {
        throw new RecipeException(List.of(problem(name, "is not a regular file")));
      }
      try (InputStream in = Files.newInputStream(real, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(Document.read(in.readNBytes(limits.maxBytes() + 1), name, limits));
      }
    } catch (IOException unreadable) {
      throw new RecipeException(
          List.of(problem(name, "cannot be read: " + unreadable.getClass().getSimpleName())));
    }
  }

  private static Problem problem(String file, String message) {
    Location place = new Location(file, 0, 0, "");
    return new Problem(Severity.ERROR, Codes.UNREADABLE_FILE, message, null, place);
  }

  @Override
  public @Nullable Path directory(String path) {
    return root.resolve(path).normalize().getParent();
  }
}
