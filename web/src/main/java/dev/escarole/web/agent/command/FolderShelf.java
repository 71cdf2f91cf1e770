package dev.escarole.web.agent.command;

import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Severity;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The recipes of a watched folder. Safe for use by many threads; the folder stays its owner's. */
public final class FolderShelf implements Shelf {

  private final RecipeFolder folder;

  public FolderShelf(RecipeFolder folder) {
    this.folder = folder;
  }

  @Override
  public List<Offer> offers() {
    return folder.state().entries().stream().flatMap(entry -> offer(entry).stream()).toList();
  }

  private static Optional<Offer> offer(FolderEntry entry) {
    return entry.recipe().map(recipe -> new Offer(entry.name(), recipe, trouble(entry)));
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
