package dev.escarole.engine.folder;

import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.handle.CommandHandle;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A valid recipe or handle in the folder. Immutable. */
public sealed interface Definition {

  /** The name set by the author, or null. */
  @Nullable String givenName();

  /** The description, or null. */
  @Nullable String description();

  DefinitionKind kind();

  /** Applies the function for this kind. */
  <R extends @Nullable Object> R fold(
      Function<Recipe, R> onRecipe, Function<CommandHandle, R> onHandle);

  /** A recipe; its typed inputs are {@link Recipe#parameters}. */
  record OfRecipe(Recipe recipe) implements Definition {
    @Override
    public @Nullable String givenName() {
      return recipe.name();
    }

    @Override
    public @Nullable String description() {
      return recipe.description();
    }

    @Override
    public DefinitionKind kind() {
      return DefinitionKind.RECIPE;
    }

    @Override
    public <R extends @Nullable Object> R fold(
        Function<Recipe, R> onRecipe, Function<CommandHandle, R> onHandle) {
      return onRecipe.apply(recipe);
    }
  }

  /**
   * A Command Handle; its inputs are the JSON Schema {@link CommandHandle#parameters}.
   *
   * @param recipe a recipe that only calls it
   */
  record OfHandle(CommandHandle handle, Recipe recipe) implements Definition {
    @Override
    public String givenName() {
      return handle.name();
    }

    @Override
    public @Nullable String description() {
      return handle.description();
    }

    @Override
    public DefinitionKind kind() {
      return DefinitionKind.HANDLE;
    }

    @Override
    public <R extends @Nullable Object> R fold(
        Function<Recipe, R> onRecipe, Function<CommandHandle, R> onHandle) {
      return onHandle.apply(handle);
    }
  }

  /** The kind of a file in the folder. */
  enum DefinitionKind {
    RECIPE,
    /** A Command Handle. */
    HANDLE,
    /** Unknown, because the file is not readable. */
    UNKNOWN;

    /** The kind in lower case, as printed. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
