package dev.escarole.engine;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoreOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Where an engine keeps its files: database, commands, and one directory for each run. Without a
 * data directory the workspaces lie in a temporary one that is removed in the end. Thread-safe.
 */
final class Workspaces implements AutoCloseable {

  private static final String GUEST_PATH = "/workspace";

  private final Path root;
  private final boolean temporary;

  private Workspaces(Path root, boolean temporary) {
    this.root = root;
    this.temporary = temporary;
  }

  static Workspaces open(@Nullable Path data) {
    try {
      if (data == null) {
        return new Workspaces(Files.createTempDirectory("escarole-"), true);
      }
      return new Workspaces(Files.createDirectories(data.toAbsolutePath().normalize()), false);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create the data directory " + data, e);
    }
  }

  RunStore openStore(StorageOptions storage) {
    return RunStore.open(
        storage.storeOptions(temporary ? StoreOptions.memory() : StoreOptions.file(root)));
  }

  /** The data directory itself, the temporary one if there is no other. */
  Path root() {
    return root;
  }

  Path directory(RunId id) {
    return root.resolve("runs").resolve(id.value()).resolve("workspace");
  }

  /** Makes a run's workspace and grants it. */
  DirectoryGrant create(RunId id) {
    try {
      Path directory = Files.createDirectories(directory(id));
      return new DirectoryGrant(directory, GUEST_PATH, DirectoryGrant.Mode.READ_WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create the workspace of run " + id, e);
    }
  }

  @Override
  public void close() {
    if (!temporary) {
      return;
    }
    try {
      Files.walkFileTree(root, new Remover());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the temporary directory " + root, e);
    }
  }

  /** Removes a tree without following links out of it. */
  private static final class Remover extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.delete(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
