package dev.escarole.recipe;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Recipe files that are given as texts, by their paths. Immutable and thread-safe. */
public final class RecipeTexts implements RecipeLibrary {
  private final Map<String, String> texts;
  private final RecipeLimits limits;
  private final RecipeIndex index;
  private final boolean placed;

  public RecipeTexts(Map<String, String> texts, RecipeLimits limits) {
    this(texts, limits, false);
  }

  /**
   * @param placed whether the files come from a folder, whose directories commands can be given
   */
  RecipeTexts(Map<String, String> texts, RecipeLimits limits, boolean placed) {
    this.texts = new TreeMap<>(texts);
    this.limits = limits;
    this.placed = placed;
    this.index =
        new RecipeIndex(
            this.texts.keySet().stream().filter(RecipeNames::isRecipeFile).toList(), this::find);
  }

  @Override
  public String words() {
    return "the given files";
  }

  @Override
  public RecipeIndex index() {
    return index;
  }

  @Override
  public Optional<Document> find(String path) {
    return Optional.ofNullable(texts.get(path)).map(text -> Document.read(text, path, limits));
  }

  @Override
  public @Nullable Path directory(String path) {
    return null;
  }

  @Override
  public boolean isInDirectory(String path) {
    return placed;
  }
}
