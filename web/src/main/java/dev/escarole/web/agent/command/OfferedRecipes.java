package dev.escarole.web.agent.command;

import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.handle.CommandHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The recipes offered to agents. Must be thread-safe. */
public interface OfferedRecipes {

  /** Returns the current recipes with unique names. */
  List<OfferedRecipe> all();

  /** A number that changes whenever the list does. */
  long version();

  /**
   * An offered recipe, or a Command Handle, which runs as a recipe of one command. Immutable.
   *
   * @param name its name, any text
   * @param handle the handle; null for a recipe
   * @param trouble the first problem of its current text, in which case the last valid version is
   *     offered; null if there is none
   */
  record OfferedRecipe(
      String name, Recipe recipe, @Nullable CommandHandle handle, @Nullable String trouble) {

    /** A recipe whose current text is valid. */
    public static OfferedRecipe of(String name, Recipe recipe) {
      return new OfferedRecipe(name, recipe, null, null);
    }

    /** Returns its description, or a default. */
    public String description() {
      String text = handle == null ? recipe.description() : handle.description();
      return text == null ? "Runs " + name : text;
    }
  }
}
