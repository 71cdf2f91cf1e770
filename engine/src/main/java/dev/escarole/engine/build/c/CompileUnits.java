package dev.escarole.engine.build.c;

import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.build.BuildFailedException.Reason;
import dev.escarole.engine.build.Sources;
import dev.escarole.engine.build.TextHash;
import dev.escarole.engine.command.ArtifactId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sources of one build: files that are compiled, and headers, which every one of them may
 * include. Immutable.
 */
final class CompileUnits {

  private static final String ENDING = ".c";

  private final Map<String, byte[]> units = new LinkedHashMap<>();
  private final Map<String, byte[]> headers = new LinkedHashMap<>();

  private CompileUnits() {}

  /**
   * Tells files that are compiled from headers.
   *
   * @throws BuildFailedException if there is nothing to compile, or an option names a missing file
   */
  static CompileUnits of(Sources sources, Set<String> included) throws BuildFailedException {
    for (String path : included) {
      if (!sources.files().containsKey(path)) {
        throw new BuildFailedException(
            Reason.BAD_SOURCES,
            "--included=%s names none of the files".formatted(path),
            "Name one of " + String.join(", ", sources.files().keySet()) + ".");
      }
    }
    CompileUnits all = new CompileUnits();
    sources
        .files()
        .forEach(
            (path, bytes) -> {
              boolean compiled = path.endsWith(ENDING) && !included.contains(path);
              (compiled ? all.units : all.headers).put(path, bytes);
            });
    if (all.units.isEmpty()) {
      throw new BuildFailedException(
          Reason.BAD_SOURCES, "none of the files is C to compile", "Name at least one FILE.c.");
    }
    return all;
  }

  /** Returns the paths of the files that are compiled, in the order in which they were given. */
  List<String> paths() {
    return List.copyOf(units.keySet());
  }

  /** Returns whether a path is that of a file that is compiled by itself. */
  boolean isUnit(String path) {
    return units.containsKey(path);
  }

  /**
   * Returns what an object depends on, as one hash: compiler, flags, the file, all headers, and the
   * names of the other files. Their contents are not part of it, so an object whose file includes
   * one of them must not be kept.
   */
  String key(String path, List<String> compiler) {
    TextHash all =
        new TextHash()
            .add("escarole object 1")
            .addAll(compiler)
            .add(path)
            .add(hash(units, path))
            .addAll(units.keySet().stream().sorted().toList())
            .addAll(headers.keySet().stream().sorted().toList());
    headers.keySet().stream().sorted().forEach(each -> all.add(hash(headers, each)));
    return all.hex();
  }

  private static String hash(Map<String, byte[]> files, String path) {
    byte[] bytes = files.get(path);
    if (bytes == null) {
      throw new IllegalArgumentException("BUG: no file " + path);
    }
    return ArtifactId.of(bytes).sha256();
  }
}
