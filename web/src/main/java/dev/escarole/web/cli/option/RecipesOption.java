package dev.escarole.web.cli.option;

import dev.escarole.recipe.Document;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeDirectory;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeFile;
import dev.escarole.recipe.RecipeIndex;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The folder of recipes that recipes of the command line can import. */
public final class RecipesOption {

  @Option(
      names = "--recipes",
      paramLabel = "DIR",
      description =
          "The folder of recipes whose imports are found there, by name or path, and never outside."
              + " Default: the current directory if the recipe is in it, otherwise that of the"
              + " recipe; and only paths.")
  private @Nullable Path folder;

  /**
   * Finds a file: as it is given, or else in the folder, by path or name.
   *
   * @throws UsageException if the folder does not exist, or has several recipes of this name
   */
  public Path find(Console console, Path file) {
    RecipeDirectory library = folder(console);
    if (library == null || Files.exists(console.locate(file)) || file.isAbsolute()) {
      return file;
    }
    String text = file.toString().replace(file.getFileSystem().getSeparator(), "/");
    RecipeIndex index = library.index();
    List<String> found = index == null ? List.of() : index.find(text);
    if (found.size() > 1) {
      throw new UsageException(
          "ambiguous-recipe",
          "'" + text + "' is " + String.join(" and ", found) + " in " + library.words(),
          "Give the path of one of them.");
    }
    return found.isEmpty() ? file : shown().resolve(found.get(0));
  }

  private Path shown() {
    return folder == null ? Path.of("") : folder;
  }

  private @Nullable RecipeDirectory folder(Console console) {
    if (folder == null) {
      return null;
    }
    Path place = console.locate(folder);
    if (!Files.isDirectory(place)) {
      throw new UsageException(
          "no-such-folder",
          "there is no recipe folder '" + folder + "'",
          "Name the folder of your recipes with --recipes DIR.");
    }
    return RecipeDirectory.folder(place, folder, RecipeLimits.DEFAULTS);
  }

  /**
   * Reads a recipe and what it imports.
   *
   * @param file as {@link #find} returns it
   * @throws RecipeException if it is invalid
   * @throws UsageException if it has imports and is not in the folder
   */
  public Recipe read(Console console, Path file) {
    return read(console, file, document(console, file));
  }

  /** The files of a recipe that are here. */
  public static List<Path> files(Recipe recipe) {
    List<Path> files = new ArrayList<>();
    for (RecipeFile each : recipe.sources()) {
      Path directory = each.directory();
      if (directory != null) {
        files.add(directory.resolve(each.path().substring(each.path().lastIndexOf('/') + 1)));
      }
    }
    return files;
  }

  /** The text of a file. */
  public Document document(Console console, Path file) {
    return Document.read(console.locate(file), file.toString(), RecipeLimits.DEFAULTS);
  }

  /** Reads a recipe from its text, and what it imports. */
  public Recipe read(Console console, Path file, Document document) {
    RecipeReader reader = new RecipeReader();
    Path place = console.locate(file).toAbsolutePath().normalize();
    RecipeDirectory library = folder(console);
    if (library == null) {
      library = around(console, file, place);
    }
    Optional<String> path = library.path(place);
    if (path.isPresent()) {
      return reader.read(document, library, path.get());
    }
    if (document.hasImports()) {
      throw new UsageException(
          "outside-folder",
          "'%s' has imports and is not in %s".formatted(file, library.words()),
          "Put it into that folder, or name one that contains it.");
    }
    return reader.read(document);
  }

  /** The current directory if the file is in it, otherwise the directory of the file. */
  private static RecipeDirectory around(Console console, Path file, Path place) {
    Path here = console.locate(Path.of("")).toAbsolutePath().normalize();
    Path parent = place.getParent();
    if (parent == null || place.startsWith(here)) {
      return RecipeDirectory.files(here, Path.of(""), RecipeLimits.DEFAULTS);
    }
    Path shown = file.getParent() == null ? parent : file.getParent();
    return RecipeDirectory.files(parent, shown, RecipeLimits.DEFAULTS);
  }
}
