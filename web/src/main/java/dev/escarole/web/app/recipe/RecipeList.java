package dev.escarole.web.app.recipe;

import dev.escarole.web.app.Documented;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of the recipes of the watched folder. */
public record RecipeList(
    List<RecipeHead> recipes,
    @Documented("Where the watched folder is; null if none is watched.") @Nullable String folder,
    @Documented("Why the folder cannot be read in full.") List<String> problems,
    @Documented("How many there are.") int total,
    @Documented("How many of them match.") int found,
    @Documented("Which page this is, from 1.") int page) {
  public RecipeList {
    recipes = List.copyOf(recipes);
    problems = List.copyOf(problems);
  }
}
