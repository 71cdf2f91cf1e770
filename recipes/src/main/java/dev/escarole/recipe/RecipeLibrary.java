package dev.escarole.recipe;

import java.nio.file.Path;
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

  /** Whether recipes are found by name, so that {@link #index()} is not null. */
  default boolean hasNames() {
    return true;
  }

  /**
   * The recipe files by name; null if this library finds files only by path.
   *
   * @throws RecipeException if they cannot be listed
   */
  @Nullable RecipeIndex index();

  /**
   * Reads a file.
   *
   * @return empty if there is no such file
   * @throws RecipeException if it cannot be read or parsed, or is a link that leaves the root
   */
  Optional<Document> find(String path);

  /** The directory that contains a file on this machine; null if it is not in a directory. */
  @Nullable Path directory(String path);

  /** Whether a file is in a directory, here or on the machine that runs it. */
  default boolean isInDirectory(String path) {
    return directory(path) != null;
  }

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
        public @Nullable RecipeIndex index() {
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
