package dev.escarole.engine.catalog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file in the system's directory for temporary files, which is deleted when it is closed. */
record TemporaryFile(Path path) implements AutoCloseable {

  /**
   * Creates an empty file for its owner alone.
   *
   * @param ending of its name
   */
  static TemporaryFile create(String ending) throws IOException {
    return new TemporaryFile(Files.createTempFile("escarole-", ending));
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      path.toFile().deleteOnExit();
    }
  }
}
