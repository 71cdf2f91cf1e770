package dev.escarole.engine.inbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds the files of a directory that some process has open for writing, as far as this process may
 * know: on Linux, those of the same user, or of all users for root. Elsewhere it finds none.
 */
final class OpenWriters {

  private static final Path PROCESSES = Path.of("/proc");

  /** O_WRONLY and O_RDWR. */
  private static final int WRITING = 3;

  private OpenWriters() {}

  /** The names of the files in this directory that are open for writing. */
  static Set<String> in(Path directory) {
    Set<String> names = new HashSet<>();
    if (!Files.isDirectory(PROCESSES.resolve("self/fd"))) {
      return names;
    }
    try (DirectoryStream<Path> processes =
        Files.newDirectoryStream(PROCESSES, OpenWriters::isProcess)) {
      for (Path process : processes) {
        look(process, directory, names);
      }
    } catch (IOException | RuntimeException e) {
      // Nothing can be told; files then settle by their size and time alone.
      return names;
    }
    return names;
  }

  private static boolean isProcess(Path path) {
    return Character.isDigit(String.valueOf(path.getFileName()).charAt(0));
  }

  private static void look(Path process, Path directory, Set<String> names) {
    try (DirectoryStream<Path> open = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path descriptor : open) {
        Path file = target(descriptor);
        if (directory.equals(file.getParent()) && isWriting(process, descriptor)) {
          names.add(String.valueOf(file.getFileName()));
        }
      }
    } catch (IOException | RuntimeException e) {
      // A process of another user, or one that has ended.
      return;
    }
  }

  private static Path target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor);
    } catch (IOException e) {
      return descriptor;
    }
  }

  private static boolean isWriting(Path process, Path descriptor) {
    Path info = process.resolve("fdinfo").resolve(descriptor.getFileName());
    try {
      for (String line : Files.readAllLines(info)) {
        if (line.startsWith("flags:")) {
          return (Integer.parseInt(line.substring("flags:".length()).strip(), 8) & WRITING) != 0;
        }
      }
    } catch (IOException | RuntimeException e) {
      return false;
    }
    return false;
  }
}
