package dev.escarole.engine.folder;

import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.handle.CommandHandle;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a file of the folder defines, once it was read and found sound. Immutable. */
public sealed interface Definition {

  /** The name that the author wrote, or null. */
  @Nullable String givenName();

  /** What it is for, if it says so. */
  @Nullable String description();

  DefinitionKind kind();

  /** The answer of the function for this kind. */
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
   * @param recipe what does nothing but call it
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

  /** What a file of the folder is. */
  enum DefinitionKind {
    RECIPE,
    /** A Command Handle. */
    HANDLE,
    /** The file cannot be read well enough to tell. */
    UNKNOWN;

    /** The kind in lower case, as printed. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
