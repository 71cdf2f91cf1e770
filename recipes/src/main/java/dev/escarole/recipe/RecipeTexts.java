package dev.escarole.recipe;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Recipe files that are given as texts, by their paths. Immutable and thread-safe. */
public final class RecipeTexts implements RecipeLibrary {
  private final Map<String, String> texts;
  private final RecipeLimits limits;

  public RecipeTexts(Map<String, String> texts, RecipeLimits limits) {
    this.texts = new TreeMap<>(texts);
    this.limits = limits;
  }

  @Override
  public String words() {
    return "the given files";
  }

  @Override
  public boolean hasNames() {
    return true;
  }

  @Override
  public List<String> paths() {
    return texts.keySet().stream().filter(RecipeNames::isRecipeFile).toList();
  }

  @Override
  public Optional<Document> find(String path) {
    return Optional.ofNullable(texts.get(path)).map(text -> Document.read(text, path, limits));
  }

  @Override
  public @Nullable Path directory(String path) {
    return null;
  }
}
