package dev.escarole.web.agent.command;

import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.engine.folder.FolderState;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.Severity;
import dev.escarole.recipe.handle.CommandHandle;
import dev.escarole.web.agent.command.OfferedRecipes.OfferedRecipe;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The recipes of a watched folder, which is not closed by this. Thread-safe. */
public final class FolderRecipes implements OfferedRecipes {

  private final RecipeFolder folder;
  private final RecipeReader reader = new RecipeReader();
  private volatile Held held = new Held(-1, List.of());

  private record Held(long version, List<OfferedRecipe> offers) {}

  public FolderRecipes(RecipeFolder folder) {
    this.folder = folder;
  }

  @Override
  public List<OfferedRecipe> all() {
    FolderState state = folder.state();
    Held last = held;
    if (last.version() != state.version()) {
      List<OfferedRecipe> offers =
          state.entries().stream().flatMap(entry -> offer(entry).stream()).toList();
      last = new Held(state.version(), offers);
      held = last;
    }
    return last.offers();
  }

  private Optional<OfferedRecipe> offer(FolderEntry entry) {
    Optional<CommandHandle> handle = entry.handle();
    return handle.isPresent()
        ? offer(entry, handle.get())
        : entry
            .recipe()
            .map(recipe -> new OfferedRecipe(entry.name(), recipe, null, trouble(entry)));
  }

  /** A handle runs as a recipe of its text; it is not offered if its current text is invalid. */
  private Optional<OfferedRecipe> offer(FolderEntry entry, CommandHandle handle) {
    try {
      Recipe recipe = reader.read(entry.reading().source(), entry.file().path());
      return Optional.of(new OfferedRecipe(entry.name(), recipe, handle, null));
    } catch (RecipeException e) {
      return Optional.empty();
    }
  }

  private static @Nullable String trouble(FolderEntry entry) {
    return entry.reading().problems().stream()
        .filter(problem -> problem.severity() == Severity.ERROR)
        .map(Problem::message)
        .findFirst()
        .orElse(null);
  }

  @Override
  public long version() {
    return folder.state().version();
  }
}
