package dev.escarole.recipe;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Names of recipe files, derived from their paths. */
public final class RecipeNames {

  /** File extensions of recipes, with the dot. */
  public static final List<String> ENDINGS = List.of(".json", ".yaml", ".yml", ".md");

  private static final String TEST = ".test";

  /** A directory that adds no part to the names of the files in it. */
  private static final String TRANSPARENT = "recipes";

  private RecipeNames() {}

  /**
   * Whether the file can be a recipe of a folder: it has the extension of a recipe, and is neither
   * a file of tests nor a page with a name in capitals, such as {@code README.md}.
   */
  public static boolean isInFolder(String path) {
    String stem = stem(path);
    boolean page = path.toLowerCase(Locale.ROOT).endsWith(".md");
    return isRecipeFile(path)
        && !isTestFile(path)
        && !(page && stem.equals(stem.toUpperCase(Locale.ROOT)));
  }

  /** Whether the file has tests of a recipe, such as {@code census.test.yaml}. */
  public static boolean isTestFile(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    return isRecipeFile(path) && !lower.endsWith(".md") && stem(lower).endsWith(TEST);
  }

  /** The files that tests of a recipe can be in. */
  public static List<String> testFiles(String recipe) {
    String stem = recipe.substring(0, recipe.lastIndexOf('/') + 1) + stem(recipe);
    return ENDINGS.stream()
        .map(ending -> stem + TEST + ending)
        .filter(RecipeNames::isTestFile)
        .toList();
  }

  /** The last part of the path of a file of tests without its endings: that of its recipe. */
  public static String testedStem(String path) {
    String stem = stem(path);
    return stem.substring(0, stem.length() - TEST.length());
  }

  /** Whether the file has the extension of a recipe. */
  public static boolean isRecipeFile(String path) {
    return ending(path) != null;
  }

  private static @Nullable String ending(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    return ENDINGS.stream().filter(lower::endsWith).findFirst().orElse(null);
  }

  /** All that an import can write to mean a file, as seen from the root: paths and names. */
  public static List<String> meanings(String path, @Nullable String givenName) {
    List<String> all = new ArrayList<>(List.of(path, withoutEnding(path), name(path)));
    if (givenName != null) {
      all.add(givenName);
    }
    return all;
  }

  static String withoutEnding(String path) {
    String ending = ending(path);
    return ending == null ? path : path.substring(0, path.length() - ending.length());
  }

  /** The last part of a path without its extension. */
  public static String stem(String path) {
    return withoutEnding(path.substring(path.lastIndexOf('/') + 1));
  }

  /**
   * The space of a file: its directories without those called {@code recipes}, joined by {@code /};
   * empty at the top.
   */
  public static String space(String path) {
    String[] parts = path.split("/", -1);
    List<String> kept = new ArrayList<>();
    for (int i = 0; i < parts.length - 1; i++) {
      if (!parts[i].equals(TRANSPARENT)) {
        kept.add(parts[i]);
      }
    }
    return String.join("/", kept);
  }

  /**
   * The name by which recipes import a file: {@code swarm/x} for {@code swarm/recipes/x.json}, and
   * {@code x} for {@code x.json}.
   */
  public static String name(String path) {
    String space = space(path);
    return space.isEmpty() ? stem(path) : space + '/' + stem(path);
  }

  /**
   * A path relative to the directory of another file.
   *
   * @return null if it leaves the root
   */
  static @Nullable String resolve(String importer, String relative) {
    List<String> parts = new ArrayList<>(List.of(importer.split("/", -1)));
    parts.remove(parts.size() - 1);
    for (String part : relative.split("/", -1)) {
      if (part.equals("..")) {
        if (parts.isEmpty()) {
          return null;
        }
        parts.remove(parts.size() - 1);
      } else if (!part.equals(".") && !part.isEmpty()) {
        parts.add(part);
      }
    }
    return String.join("/", parts);
  }
}
