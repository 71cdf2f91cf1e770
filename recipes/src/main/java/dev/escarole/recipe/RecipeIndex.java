package dev.escarole.recipe;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Recipe files by the names under which they can be imported. Thread-safe.
 *
 * <p>Files are read only if a name is not found among the paths.
 */
public final class RecipeIndex {
  private final Function<String, Optional<Document>> read;
  private final Map<String, List<String>> byName = new TreeMap<>();
  private final List<String> paths;
  private @Nullable Map<String, List<String>> byGivenName;

  /**
   * @param paths of all recipe files, sorted
   * @param read reads one of them; a file that it cannot read has no name of its own
   */
  public RecipeIndex(Collection<String> paths, Function<String, Optional<Document>> read) {
    this.read = read;
    this.paths = List.copyOf(paths);
    this.paths.forEach(path -> add(byName, RecipeNames.name(path), path));
  }

  private static void add(Map<String, List<String>> names, String name, String path) {
    names.computeIfAbsent(name, unused -> new ArrayList<>(1)).add(path);
  }

  /** All names that come from paths, sorted. */
  public Collection<String> names() {
    return byName.keySet();
  }

  /**
   * The files with this name: by their paths, or else those that give it to themselves. Several if
   * the name is ambiguous.
   */
  public List<String> named(String name) {
    List<String> found = byName.get(name);
    return List.copyOf(found == null ? givenNames().getOrDefault(name, List.of()) : found);
  }

  /** The files with this path or name. */
  public List<String> find(String pathOrName) {
    return paths.contains(pathOrName) ? List.of(pathOrName) : named(pathOrName);
  }

  private synchronized Map<String, List<String>> givenNames() {
    if (byGivenName == null) {
      byGivenName = new HashMap<>();
      for (String path : paths) {
        String given = givenName(path);
        if (given != null) {
          add(byGivenName, given, path);
        }
      }
    }
    return byGivenName;
  }

  private @Nullable String givenName(String path) {
    try {
      return read.apply(path).map(Document::givenName).orElse(null);
    } catch (RecipeException unreadable) {
      return null;
    }
  }
}
