package dev.escarole.engine.command;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Removes a directory with everything in it. Links are removed themselves and never followed.
 * Others may remove the same directory meanwhile, but not write to it.
 */
public final class DirectoryRemoval extends SimpleFileVisitor<Path> {

  private final LongConsumer removed;

  private DirectoryRemoval(LongConsumer removed) {
    this.removed = removed;
  }

  /**
   * Removes a directory, or the link or file of that name; does nothing if there is none.
   *
   * @throws IOException if a file cannot be removed; others may be gone by then
   */
  public static void remove(Path directory) throws IOException {
    remove(directory, bytes -> {});
  }

  /**
   * The same as {@link #remove(Path)}.
   *
   * @param removed receives the size of each regular file in bytes, once it is removed
   */
  public static void remove(Path directory, LongConsumer removed) throws IOException {
    Path unused = Files.walkFileTree(directory, new DirectoryRemoval(removed));
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    if (Files.deleteIfExists(file) && attributes.isRegularFile()) {
      removed.accept(attributes.size());
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
    if (failure instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE;
    }
    throw failure;
  }

  @Override
  public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
      throws IOException {
    if (failure != null) {
      throw failure;
    }
    Files.deleteIfExists(directory);
    return FileVisitResult.CONTINUE;
  }
}
