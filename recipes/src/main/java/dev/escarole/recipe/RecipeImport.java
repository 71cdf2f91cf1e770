package dev.escarole.recipe;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An import of a recipe. Immutable.
 *
 * @param alias its name in the importing recipe
 * @param from as written: a relative path, or a name
 * @param path the file, in its library
 * @param recipe the imported recipe
 */
public record RecipeImport(String alias, String from, String path, Recipe recipe) {

  /**
   * An import with the values that it sets.
   *
   * @param target null if it is invalid, which is reported
   */
  record Binding(
      @Nullable RecipeImport target,
      Map<String, @Nullable Object> values,
      Map<String, @Nullable Object> defaults,
      String pointer) {}
}
