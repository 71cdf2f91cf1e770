package dev.escarole.engine.build.c;

import dev.escarole.engine.command.OwnCommands;
import dev.escarole.engine.command.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Objects of earlier builds, by the hash of all that they depend on. They are removed only by hand.
 * Thread-safe.
 */
final class ObjectFiles {

  private static final int MOST_DEPENDENCY_BYTES = 16 << 20;

  private final Path directory;

  ObjectFiles(Path directory) {
    this.directory = directory;
  }

  /** Returns an object; empty if it is not kept or cannot be read. */
  Optional<byte[]> find(String key) {
    try {
      return Optional.of(PrivateFiles.read(directory.resolve(key), OwnCommands.MOST_BYTES));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Keeps an object that a build has made, if it depends on nothing beyond its key. What guests
   * have written is taken for hostile.
   *
   * @param path of the file that was compiled
   * @param dependencies the file in which the compiler has listed what it has read
   */
  void keep(String key, Path object, String path, Path dependencies, CompileUnits units)
      throws IOException {
    byte[] bytes;
    String read;
    try {
      bytes = PrivateFiles.read(object, OwnCommands.MOST_BYTES);
      read =
          new String(
              PrivateFiles.read(dependencies, MOST_DEPENDENCY_BYTES), StandardCharsets.UTF_8);
    } catch (IOException e) {
      // It was not compiled, or is a link or too large.
      return;
    }
    if (words(read).stream().noneMatch(each -> !each.equals(path) && units.isUnit(each))) {
      PrivateFiles.write(PrivateFiles.createDirectories(directory).resolve(key), bytes);
    }
  }

  /** The parts of a rule of make; the paths of sources hold nothing that make would quote. */
  private static List<String> words(String rule) {
    return Arrays.stream(rule.split("[\\s\\\\]+"))
        .map(each -> each.startsWith("./") ? each.substring(2) : each)
        .map(ObjectFiles::belowSources)
        .toList();
  }

  private static String belowSources(String path) {
    String sources = CompilerLines.BUILD + "/" + CompilerLines.SOURCES + "/";
    try {
      String normal = Path.of(path).normalize().toString();
      return normal.startsWith(sources) ? normal.substring(sources.length()) : normal;
    } catch (InvalidPathException e) {
      // No source has it.
      return path;
    }
  }
}
