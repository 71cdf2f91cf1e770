package dev.escarole.engine.build;

import dev.escarole.engine.command.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Sources of one command. Immutable.
 *
 * @param name the command's name
 * @param language as the caller named it, in lower case
 * @param files by their relative path with slashes, in the order in which they were given; never
 *     empty, the first is the main one. The arrays are shared and must not change.
 * @param options of the lane, such as compiler definitions, in order
 */
public record Sources(
    String name, String language, Map<String, byte[]> files, List<String> options) {

  /** Copies the collections. */
  public Sources {
    files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    options = List.copyOf(options);
  }

  /**
   * Writes the files into a directory. Their paths must have passed {@link SourceCheck}.
   *
   * @throws IOException if one cannot be written
   */
  public void write(Path directory) throws IOException {
    for (Map.Entry<String, byte[]> each : files.entrySet()) {
      Path file = directory.resolve(each.getKey());
      PrivateFiles.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.write(file, each.getValue());
    }
  }

  /** Returns the path of the main file. */
  public String main() {
    return files.keySet().iterator().next();
  }
}
