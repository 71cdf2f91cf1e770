package dev.escarole.web.agent.command;

import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.handle.CommandHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The recipes on offer. Must be safe for use by many threads. */
public interface OfferedRecipes {

  /** What is on offer at this moment; each name stands once. */
  List<OfferedRecipe> all();

  /** Changes whenever {@link #offers} does. */
  long version();

  /**
   * A recipe on offer, or a Command Handle, which runs as a recipe of one command. Immutable.
   *
   * @param name what it is called, any text
   * @param handle what the handle says about itself; null for a recipe
   * @param trouble the first of what is wrong with its present text, whose last sound version is on
   *     offer; null if nothing is
   */
  record OfferedRecipe(
      String name, Recipe recipe, @Nullable CommandHandle handle, @Nullable String trouble) {

    /** A recipe whose present text is sound. */
    public static OfferedRecipe of(String name, Recipe recipe) {
      return new OfferedRecipe(name, recipe, null, null);
    }

    /** What it is for, as far as it says so. */
    public String description() {
      String text = handle == null ? recipe.description() : handle.description();
      return text == null ? "Runs " + name : text;
    }
  }
}
