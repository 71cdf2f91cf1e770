package dev.escarole.engine.folder;

import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.handle.CommandHandle;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A valid recipe or handle in the folder. Immutable.
 *
 * @param recipe the recipe, or one that only calls the handle
 * @param handle null if the file is a recipe
 */
public record Definition(Recipe recipe, @Nullable CommandHandle handle) {
  /** The name set by the author, or null. */
  @Nullable String givenName() {
    return handle == null ? recipe.name() : handle.name();
  }

  /** The description, or null. */
  public @Nullable String description() {
    return handle == null ? recipe.description() : handle.description();
  }

  DefinitionKind kind() {
    return handle == null ? DefinitionKind.RECIPE : DefinitionKind.HANDLE;
  }

  /** The kind of a file in the folder. */
  public enum DefinitionKind {
    RECIPE,
    HANDLE,
    /** Unknown, because the file is not readable. */
    UNKNOWN;

    /** The kind in lower case, as printed. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
