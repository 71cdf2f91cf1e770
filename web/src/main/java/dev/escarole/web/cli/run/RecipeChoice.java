package dev.escarole.web.cli.run;

import dev.escarole.recipe.Document;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.template.NearestName;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** A recipe that the command line names: a file, or a recipe of a server. */
final class RecipeChoice {

  private static final int MOST_FILES = 1000;

  @Parameters(
      index = "0",
      paramLabel = "RECIPE",
      description = {
        "A recipe or a handle: a JSON or YAML file. With --server also the name of a recipe that",
        "the server has, unless there is a file of that name here."
      })
  private Path recipe = Path.of("");

  /** The file, if one is meant. */
  Path file() {
    return recipe;
  }

  /** As it was given. */
  String text() {
    return recipe.toString();
  }

  /** The name of a recipe that a server may have; null if only a file here can be meant. */
  @Nullable String name(Console console) {
    String text = recipe.toString();
    boolean plain = recipe.getNameCount() == 1 && text.indexOf('.') < 0 && !recipe.isAbsolute();
    return plain && !text.isEmpty() && !Files.exists(console.locate(recipe)) ? text : null;
  }

  /**
   * Reads the file.
   *
   * @throws RecipeException if it cannot be read, or the recipe is invalid
   * @throws UsageException if only a name was given, and there is no such file
   */
  Recipe read(Console console) {
    String name = name(console);
    if (name != null) {
      throw noSuchFile(console, name);
    }
    return new RecipeReader()
        .read(Document.read(console.locate(recipe), recipe.toString(), RecipeLimits.DEFAULTS));
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
    try (DirectoryStream<Path> here =
        Files.newDirectoryStream(directory, "*.{yaml,yml,json}")) {
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
