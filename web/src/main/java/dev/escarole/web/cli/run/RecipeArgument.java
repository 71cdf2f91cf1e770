package dev.escarole.web.cli.run;

import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.template.NearestName;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.cli.option.RecipesOption;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A recipe that the command line names: a file, or a recipe of a server. */
final class RecipeArgument {

  private static final int MOST_FILES = 1000;
  private static final List<String> SUFFIXES = List.of(".yaml", ".yml", ".json", ".md");

  @Parameters(
      index = "0",
      paramLabel = "RECIPE",
      description =
          "A recipe or a handle: a JSON, YAML or Markdown file, or - to read it from standard"
              + " input; with --recipes also a name in that folder. With --server also the name of"
              + " a recipe that the server has, unless there is a file of that name here.")
  private Path recipe = Path.of("");

  @Mixin private RecipesOption recipes = new RecipesOption();

  /** The file, if one is meant. */
  Path file(Console console) {
    return recipes.find(console, recipe);
  }

  /** Whether it is to be read from standard input. */
  boolean isStandardInput() {
    return PipedRecipe.isMeant(recipe);
  }

  /** As it was given. */
  String text() {
    return recipe.toString();
  }

  /**
   * The name of a recipe that a server may have: a word, or words with slashes between them, that
   * is no file here. Null if only a file here can be meant.
   */
  @Nullable String name(Console console) {
    boolean word =
        !recipe.isAbsolute()
            && recipe.equals(recipe.normalize())
            && !recipe.startsWith("..")
            && !text().isEmpty()
            && !isStandardInput();
    return word && !Files.exists(console.locate(file(console))) ? slashed() : null;
  }

  private String slashed() {
    return text().replace(recipe.getFileSystem().getSeparator(), "/");
  }

  /**
   * Asks a server about the recipe of this name: if it has none, about one of the file of this
   * name, because a recipe without a name is called like its file.
   *
   * @throws RefusedException if it has neither
   */
  static <R> R ofServer(String name, Function<String, R> ask) {
    try {
      return ask.apply(name);
    } catch (RefusedException e) {
      if (e.code() != RefusalCode.NO_SUCH_RECIPE || name.indexOf('.') >= 0) {
        throw e;
      }
      for (String suffix : SUFFIXES) {
        try {
          return ask.apply(name + suffix);
        } catch (RefusedException other) {
          // The first refusal names what was asked for.
        }
      }
      throw e;
    }
  }

  /**
   * Reads the file, or standard input.
   *
   * @throws RecipeException if it cannot be read, or the recipe is invalid
   * @throws UsageException if only a name was given, and there is no such file
   */
  Recipe read(Console console) {
    if (isStandardInput()) {
      return recipes.read(console, recipe, PipedRecipe.read(console));
    }
    String name = name(console);
    if (name != null && name.indexOf('.') < 0) {
      throw noSuchFile(console, name);
    }
    return recipes.read(console, file(console));
  }

  private static UsageException noSuchFile(Console console, String name) {
    List<String> files = recipesHere(console.locate(Path.of("")));
    String nearest = NearestName.of(name + ".yaml", files);
    return new UsageException(
        "unreadable-file",
        "there is no file '" + name + "'",
        nearest == null
            ? "Name a recipe's file; with --server URL, a name alone is a recipe of that server."
            : "Did you mean " + nearest + "?");
  }

  private static List<String> recipesHere(Path directory) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> here = Files.newDirectoryStream(directory, "*.{yaml,yml,json}")) {
      for (Path file : here) {
        if (names.size() == MOST_FILES) {
          break;
        }
        names.add(String.valueOf(file.getFileName()));
      }
    } catch (IOException e) {
      return List.of();
    }
    return names;
  }
}
