package dev.escarole.web.cli.run;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.web.app.local.RecipeReading;
import dev.escarole.web.cli.option.DirectoryOption;
import dev.escarole.web.cli.option.MissingValuesException;
import dev.escarole.web.cli.option.RecipesOption;
import dev.escarole.web.cli.option.ValuesFile;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A recipe on the command line, with the values and directories that it is given. */
final class RecipeInput {

  @Mixin private RecipeArgument recipe = new RecipeArgument();

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Gives the recipe a value; may be repeated. Wins over --values.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--values",
      paramLabel = "FILE",
      description = "Gives the recipe the values of an object in a JSON or YAML file.")
  private @Nullable Path values;

  @Mixin private DirectoryOption directories = new DirectoryOption();

  /** The files whose change changes what runs. */
  List<Path> files(Console console) {
    Set<Path> files = new LinkedHashSet<>();
    files.add(console.locate(recipe.file(console)));
    if (values != null) {
      files.add(console.locate(values));
    }
    files.addAll(imported(console));
    return List.copyOf(files);
  }

  /** The files of the recipe, as far as they can be read now. */
  private List<Path> imported(Console console) {
    try {
      return RecipesOption.files(read(console));
    } catch (RecipeException | UsageException invalid) {
      return List.of();
    }
  }

  /** The name of a recipe that a server may have; null if only a file here can be meant. */
  @Nullable String name(Console console) {
    return recipe.name(console);
  }

  /** Whether the recipe is to be read from standard input. */
  boolean isStandardInput() {
    return recipe.isStandardInput();
  }

  Recipe read(Console console) {
    return recipe.read(console);
  }

  /**
   * Checks that the recipe is given everything that it requires, and nothing that it cannot take.
   *
   * @throws MissingValuesException if it is not
   */
  static void check(Recipe recipe, Map<String, Object> given) {
    Map<String, Object> unused = recipe.bind(given);
    MissingValuesException.check(RecipeReading.inputs(recipe), given, recipe.fileName());
  }

  Map<String, Object> values(Console console) {
    Map<String, Object> all = new LinkedHashMap<>();
    if (values != null) {
      all.putAll(ValuesFile.read(values, console.locate(values)));
    }
    all.putAll(
        ValuesFile.assigned(
            "--set",
            settings,
            "bad-setting",
            "Write --set name=value once for each name, with quotes around a value that holds blanks;"
                + " for a list of values use --values with an array."));
    return all;
  }

  List<DirectoryGrant> directories(Console console) {
    return directories.grantsBesideWorkspace(console);
  }
}
