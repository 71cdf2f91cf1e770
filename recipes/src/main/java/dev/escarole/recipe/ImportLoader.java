package dev.escarole.recipe;

import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.NearestName;
import dev.escarole.recipe.template.TemplateException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds and reads the recipes that a recipe imports, directly or not, each file once. Confined to
 * one reading.
 */
final class ImportLoader {
  /** Longest chain of imports. */
  static final int DEEPEST = 32;

  static final String IMPORT_LESS = "Import fewer or smaller recipes.";

  private static final int MOST_FILES = 1_000;
  private static final int MOST_SHOWN = 8;

  private static final Set<String> OF_IMPORTS =
      Set.of(
          Codes.BAD_IMPORT,
          Codes.IMPORT_NOT_FOUND,
          Codes.IMPORT_CYCLE,
          Codes.IMPORT_TOO_DEEP,
          Codes.DISABLED_RECIPE);

  private final RecipeLibrary library;
  private final long mostCharacters;
  private long characters;
  private final BiFunction<Document, String, Recipe> read;
  private final Map<String, Loaded> loaded = new HashMap<>();
  private final List<Link> chain = new ArrayList<>();

  /**
   * An import on the way to the file that is being read.
   *
   * @param place of the import
   * @param path the imported file
   */
  private record Link(Location place, String path) {}

  /** Null if the file is invalid. */
  private record Loaded(@Nullable Recipe recipe) {}

  /** The errors in an imported file, reported once. */
  static final class InvalidImportException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient TemplateException own;
    private final transient List<Problem> inside;

    InvalidImportException(TemplateException own, List<Problem> inside) {
      super(own.message(), null, false, false);
      this.own = own;
      this.inside = inside;
    }

    /** The error at the import. */
    TemplateException own() {
      return own;
    }

    /** The errors in the imported file. */
    List<Problem> inside() {
      return inside;
    }
  }

  /**
   * @param mostCharacters that the imported files may have together
   * @param read reads the document of a file, and what it imports
   */
  ImportLoader(
      RecipeLibrary library, long mostCharacters, BiFunction<Document, String, Recipe> read) {
    this.library = library;
    this.mostCharacters = mostCharacters;
    this.read = read;
  }

  RecipeLibrary library() {
    return library;
  }

  /**
   * Loads the recipe that an import names.
   *
   * @param from as written
   * @param importer path of the importing file
   * @param place of the import
   * @throws InvalidImportException if there is none, or it is invalid
   */
  RecipeImport load(String alias, String from, String importer, Location place) {
    if (library.equals(RecipeLibrary.NONE)) {
      throw invalid(
          Codes.IMPORT_NOT_FOUND,
          "the import '" + alias + "' cannot be found, because the recipe is not in a folder",
          "Put the recipes into a folder, and name it with --recipes.");
    }
    if (chain.isEmpty()) {
      chain.add(new Link(new Location(place.file(), 0, 0, ""), importer));
    }
    String path = new Search(alias, from.strip(), importer, place).path();
    checkChain(alias, path, place);
    Loaded before = loaded.get(path);
    if (before == null) {
      before = read(alias, path, place);
    } else if (before.recipe() == null) {
      throw invalid(Codes.BAD_IMPORT, "the import '" + alias + "' (" + path + ") is invalid", null);
    }
    Recipe recipe = Objects.requireNonNull(before.recipe());
    if (chain.size() + recipe.importHeight() > DEEPEST) {
      throw tooDeep(alias, place);
    }
    if (recipe.isDisabled()) {
      throw invalid(
          Codes.DISABLED_RECIPE,
          "the import '" + alias + "' (" + path + ") is disabled" + chain(place),
          "Remove \"disabled\" from that recipe, or import another one.");
    }
    return new RecipeImport(alias, from, path, recipe);
  }

  private void checkChain(String alias, String path, Location place) {
    for (int i = 0; i < chain.size(); i++) {
      if (chain.get(i).path().equals(path)) {
        throw invalid(
            Codes.IMPORT_CYCLE,
            "the import '" + alias + "' leads back to " + path + chain(place),
            "A recipe cannot import itself, directly or through others.");
      }
    }
    if (chain.size() > DEEPEST) {
      throw tooDeep(alias, place);
    }
  }

  private InvalidImportException tooDeep(String alias, Location place) {
    return invalid(
        Codes.IMPORT_TOO_DEEP,
        "the import '" + alias + "' is more than " + DEEPEST + " imports deep" + chain(place),
        "Import fewer recipes through each other.");
  }

  private Loaded read(String alias, String path, Location place) {
    if (loaded.size() >= MOST_FILES) {
      throw invalid(
          Codes.BAD_IMPORT,
          "the recipe imports more than " + MOST_FILES + " files" + chain(place),
          IMPORT_LESS);
    }
    chain.add(new Link(place, path));
    try {
      Document document =
          library.find(path).orElseThrow(() -> notFound(alias, path, place, List.of()));
      characters += document.text().length();
      if (characters > mostCharacters) {
        throw invalid(
            Codes.BAD_IMPORT,
            "the imported files have more than " + mostCharacters + " characters" + chain(place),
            IMPORT_LESS);
      }
      Loaded result = new Loaded(read.apply(document, path));
      loaded.put(path, result);
      return result;
    } catch (RecipeException wrong) {
      loaded.put(path, new Loaded(null));
      throw inside(alias, path, wrong.problems());
    } finally {
      chain.remove(chain.size() - 1);
    }
  }

  /**
   * The error at the import of an invalid file: that of an import in the file, which names its
   * chain, or else one that sums up the others.
   */
  private static InvalidImportException inside(String alias, String path, List<Problem> inside) {
    for (Problem each : inside) {
      if (OF_IMPORTS.contains(each.code())) {
        List<Problem> others = inside.stream().filter(other -> !other.equals(each)).toList();
        return new InvalidImportException(
            new TemplateException(each.code(), each.message(), each.hint()), others);
      }
    }
    Problem first = inside.get(0);
    return new InvalidImportException(
        new TemplateException(
            Codes.BAD_IMPORT,
            "the import '%s' (%s) is invalid: %s, at %s"
                .formatted(alias, path, first.message(), first.location()),
            first.hint()),
        inside);
  }

  private InvalidImportException notFound(
      String alias, String wanted, Location place, Collection<String> names) {
    String nearest = NearestName.of(wanted, names);
    return invalid(
        Codes.IMPORT_NOT_FOUND,
        "the import '"
            + alias
            + "' names no recipe: there is no '"
            + wanted
            + "' in "
            + library.words()
            + chainBefore(place),
        nearest == null ? null : "Did you mean '" + nearest + "'?");
  }

  private static InvalidImportException invalid(
      String code, String message, @Nullable String hint) {
    return new InvalidImportException(new TemplateException(code, message, hint), List.of());
  }

  /** The places of the imports that lead here, and of the last one. */
  private String chain(Location last) {
    List<String> places = new ArrayList<>();
    chain.stream().skip(1).map(Link::place).forEach(place -> places.add(place.toString()));
    if (places.isEmpty() || !places.get(places.size() - 1).equals(last.toString())) {
      places.add(last.toString());
    }
    int left = places.size() - MOST_SHOWN;
    if (left > 1) {
      List<String> middle = places.subList(MOST_SHOWN / 2, MOST_SHOWN / 2 + left);
      middle.clear();
      middle.add("… " + left + " more …");
    }
    return ": " + String.join(" → ", places);
  }

  /** The same if there is more than one. */
  private String chainBefore(Location last) {
    String text = chain(last);
    return text.contains(" → ") ? text : "";
  }

  /** Finds the file that an import means. */
  private final class Search {
    private final String alias;
    private final String from;
    private final String importer;
    private final Location place;

    Search(String alias, String from, String importer, Location place) {
      this.alias = alias;
      this.from = from;
      this.importer = importer;
      this.place = place;
    }

    String path() {
      boolean malformed =
          from.isEmpty()
              || from.startsWith("/")
              || from.chars().anyMatch(c -> "\\:\0".indexOf(c) >= 0);
      if (malformed) {
        throw invalid(
            Codes.BAD_IMPORT,
            "the import '"
                + alias
                + "' must be a relative path or a name, not '"
                + from
                + "'"
                + chainBefore(place),
            "Write for example ./merge.json or team/merge.");
      }
      boolean isPath =
          from.startsWith("./") || from.startsWith("../") || RecipeNames.isRecipeFile(from);
      return isPath ? relative() : named();
    }

    private String relative() {
      String path = RecipeNames.resolve(importer, from);
      if (path == null || path.isEmpty()) {
        throw invalid(
            Codes.BAD_IMPORT,
            "the import '"
                + alias
                + "' leaves "
                + library.words()
                + ": '"
                + from
                + "'"
                + chainBefore(place),
            !library.hasNames()
                ? "Name a folder that contains both recipes with --recipes DIR."
                : "Only recipes in the folder can be imported.");
      }
      if (RecipeNames.isRecipeFile(path)) {
        return path;
      }
      return single(
          RecipeNames.ENDINGS.stream().map(ending -> path + ending).filter(this::exists).toList(),
          List.of());
    }

    private boolean exists(String path) {
      try {
        return library.find(path).isPresent();
      } catch (RecipeException invalid) {
        // It is read again as an import, which says where it is imported.
        return true;
      }
    }

    private String named() {
      RecipeIndex index = library.index();
      if (index == null) {
        throw invalid(
            Codes.IMPORT_NOT_FOUND,
            "the import '"
                + alias
                + "' is a name, and no recipe folder is given: '"
                + from
                + "'"
                + chainBefore(place),
            "Name the folder with --recipes DIR, or write a path such as ./" + from + ".json.");
      }
      return single(index.named(from), index.names());
    }

    private String single(List<String> found, Collection<String> names) {
      if (found.isEmpty()) {
        throw notFound(alias, from, place, names);
      }
      if (found.size() > 1) {
        throw invalid(
            Codes.BAD_IMPORT,
            "the import '"
                + alias
                + "' is ambiguous: '"
                + from
                + "' is "
                + String.join(" and ", found)
                + chainBefore(place),
            "Write the path of one of them.");
      }
      return found.get(0);
    }
  }
}
