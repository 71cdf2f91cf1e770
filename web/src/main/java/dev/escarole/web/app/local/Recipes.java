package dev.escarole.web.app.local;

import dev.escarole.engine.command.NearestNames;
import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The recipes that a server can run. Thread-safe. */
public final class Recipes {

  private static final int MOST_NAMED = 5;

  private final @Nullable RecipeFolder folder;

  Recipes(@Nullable RecipeFolder folder) {
    this.folder = folder;
  }

  /** Where the watched folder is; null if there is none. */
  public @Nullable Path place() {
    return folder == null ? null : folder.path();
  }

  /** What keeps the watched folder from being seen in full, one sentence each. */
  public List<String> troubles() {
    return folder == null ? List.of() : folder.state().warnings();
  }

  /** All entries of the watched folder, in the order of the paths; empty if there is no folder. */
  public List<FolderEntry> entries() {
    return folder == null ? List.of() : folder.state().entries();
  }

  /** Scans the watched folder now; returns whether all of its files have been read. */
  boolean look() {
    return folder == null || folder.look();
  }

  /**
   * The entry of this name.
   *
   * @throws RefusedException if there is no such entry
   */
  public FolderEntry entry(String name) {
    return Optional.ofNullable(folder)
        .flatMap(each -> each.entry(name))
        .orElseThrow(() -> noSuchRecipe(name));
  }

  /**
   * The recipe that is meant, ready to be planned.
   *
   * @throws RefusedException if the folder has none of that name in force, or the text holds
   *     mistakes
   */
  public Recipe find(WantedRecipe wanted) {
    return wanted instanceof WantedRecipe.Text text ? read(text) : inForce(wanted.title());
  }

  private static Recipe read(WantedRecipe.Text text) {
    try {
      return new RecipeReader().read(text.text(), text.title());
    } catch (RecipeException e) {
      throw invalid(e.problems());
    }
  }

  private Recipe inForce(String name) {
    FolderEntry entry = entry(name);
    return entry.runnable().orElseThrow(() -> invalid(entry.reading().problems()));
  }

  /** A refusal because of mistakes in a recipe or in the values for it. */
  static RefusedException invalid(List<Problem> problems) {
    return new RefusedException(
        RefusalCode.INVALID_RECIPE,
        problems.size() == 1
            ? problems.get(0).message()
            : "the recipe and its values have %d errors".formatted(problems.size()),
        "Correct what 'problems' lists; nothing was started.",
        problems);
  }

  private RefusedException noSuchRecipe(String name) {
    return new RefusedException(
        RefusalCode.NO_SUCH_RECIPE, "there is no recipe named '%s'".formatted(name), hint(name));
  }

  private String hint(String name) {
    if (folder == null) {
      return "The server watches no folder; start it with --recipes DIR, or send a recipe's text.";
    }
    List<String> names = entries().stream().map(FolderEntry::name).toList();
    List<String> nearest = NearestNames.of(name, names);
    if (!nearest.isEmpty()) {
      return "Did you mean %s?".formatted(String.join(" or ", nearest));
    }
    if (names.isEmpty()) {
      return "The watched folder is empty; drop a recipe into it.";
    }
    return names.size() <= MOST_NAMED
        ? "There " + (names.size() == 1 ? "is only: " : "are: ") + String.join(", ", names) + "."
        : "There are, among others: " + String.join(", ", names.subList(0, MOST_NAMED)) + ".";
  }
}
