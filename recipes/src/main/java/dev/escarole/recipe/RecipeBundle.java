package dev.escarole.recipe;

import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.template.JsonText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A recipe and all files that it imports in one text: a JSON object with the path of the recipe as
 * {@code bundle}, and the texts by path as {@code files}.
 */
final class RecipeBundle {
  private static final String BUNDLE = "bundle";
  private static final String FILES = "files";

  private RecipeBundle() {}

  /** Writes a bundle. */
  static String write(String path, Map<String, String> files) {
    Map<String, Object> bundle = new LinkedHashMap<>();
    bundle.put(BUNDLE, path);
    bundle.put(FILES, files);
    return JsonText.write(bundle);
  }

  /** Whether a document is a bundle. */
  static boolean isBundle(Document document) {
    return document.value() instanceof SourceObject object
        && object.members().keySet().equals(Set.of(BUNDLE, FILES))
        && object.child(FILES) instanceof SourceObject;
  }

  /** The path of the recipe; empty if it is none. */
  static String path(Document bundle) {
    SourceValue path = bundle.value().child(BUNDLE);
    return path != null && path.plain() instanceof String text && isPlain(text) ? text : "";
  }

  /** Whether a path is as libraries write it, so that nothing outside is meant. */
  private static boolean isPlain(String path) {
    return path.equals(RecipeNames.resolve("", path));
  }

  /** The texts by path. */
  static Map<String, String> files(Document bundle) {
    Map<String, String> files = new LinkedHashMap<>();
    if (bundle.value().child(FILES) instanceof SourceObject object) {
      object
          .members()
          .forEach(
              (path, member) -> {
                if (member.value().plain() instanceof String text && isPlain(path)) {
                  files.put(path, text);
                }
              });
    }
    return files;
  }
}
