package dev.escarole.recipe;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The recipe files that recipes can import. A file is named by its path below the root of the
 * library, with {@code /} as separator and without {@code .} and {@code ..}; nothing outside the
 * root can be named. Thread-safe.
 */
public interface RecipeLibrary {

  /** The library in words, for messages, such as {@code the recipe folder /srv/recipes}. */
  String words();

  /** Whether recipes are found by name, so that {@link #paths()} is not null. */
  boolean hasNames();

  /**
   * The paths of all recipe files, sorted, for finding them by name; null if this library finds
   * files only by path.
   */
  @Nullable List<String> paths();

  /**
   * Reads a file.
   *
   * @return empty if there is no such file
   * @throws RecipeException if it cannot be read or parsed, or is a link that leaves the root
   */
  Optional<Document> find(String path);

  /** The directory that contains a file on this machine; null if it is not in a directory. */
  @Nullable Path directory(String path);

  /** A library without files. */
  RecipeLibrary NONE =
      new RecipeLibrary() {
        @Override
        public String words() {
          return "this text";
        }

        @Override
        public boolean hasNames() {
          return false;
        }

        @Override
        public @Nullable List<String> paths() {
          return null;
        }

        @Override
        public Optional<Document> find(String path) {
          return Optional.empty();
        }

        @Override
        public @Nullable Path directory(String path) {
          return null;
        }
      };
}
