package dev.escarole.samples.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What lies in a directory: regular files, and their bytes by their sizes. */
public record Left(long files, long bytes) {

  static Left in(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return new Left(0, 0);
    }
    long files = 0;
    long bytes = 0;
    for (Path path : all(directory)) {
      if (Files.isRegularFile(path)) {
        files++;
        bytes += Files.size(path);
      }
    }
    return new Left(files, bytes);
  }

  Left minus(Left before) {
    return new Left(files - before.files, bytes - before.bytes);
  }

  /** Removes a directory, if there is one, and all that is in it. */
  public static void remove(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> paths = all(directory);
    for (Path path : paths.stream().sorted(Comparator.reverseOrder()).toList()) {
      Files.delete(path);
    }
  }

  private static List<Path> all(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths.toList();
    }
  }
}
