package dev.escarole.web.app.local;

import dev.escarole.engine.run.Content;
import dev.escarole.recipe.Recipe;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The versions of recipes that forms were lately made of, so that a launch can say what has changed
 * since. Thread-safe.
 */
final class SeenRecipes {

  private static final int MOST = 64;

  /** Guarded by itself; the least lately used comes first. */
  private final Map<String, Recipe> bySource = new LinkedHashMap<>(16, 0.75f, true);

  /** The SHA-256 of a recipe's text, by which it is found again. */
  String remember(Recipe recipe) {
    String source = hash(recipe);
    synchronized (bySource) {
      bySource.put(source, recipe);
      if (bySource.size() > MOST) {
        bySource.remove(bySource.keySet().iterator().next());
      }
    }
    return source;
  }

  static String hash(Recipe recipe) {
    return Content.of(recipe.source()).sha256();
  }

  /** The recipe whose text has this hash; empty if it was seen too long ago, or never. */
  Optional<Recipe> recipe(String source) {
    synchronized (bySource) {
      return Optional.ofNullable(bySource.get(source));
    }
  }
}
