package dev.escarole.engine.folder;

import dev.escarole.recipe.Document;
import dev.escarole.recipe.RecipeIndex;
import dev.escarole.recipe.RecipeLibrary;
import dev.escarole.recipe.RecipeNames;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The files of the folder that recipes can import: those of the last scan, in their last valid
 * version. Files are never read again. Immutable, like the documents in it.
 */
final class FolderLibrary implements RecipeLibrary {

  private final Path root;
  private final Map<String, KnownFile> files = new TreeMap<>();
  private final RecipeIndex index;

  FolderLibrary(Path root, Collection<KnownFile> known) {
    this.root = root;
    known.stream().filter(KnownFile::isImportable).forEach(file -> files.put(file.path(), file));
    this.index =
        new RecipeIndex(
            files.keySet().stream().filter(RecipeNames::isRecipeFile).toList(), this::find);
  }

  @Override
  public String words() {
    return "the recipe folder";
  }

  @Override
  public RecipeIndex index() {
    return index;
  }

  @Override
  public Optional<Document> find(String path) {
    return Optional.ofNullable(files.get(path)).map(KnownFile::importable);
  }

  @Override
  public @Nullable Path directory(String path) {
    return root.resolve(path).getParent();
  }
}
