package dev.escarole.web.cli.run;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.cli.option.DirectoryOption;
import dev.escarole.web.cli.option.ValuesFile;
import dev.escarole.web.cli.text.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A recipe on the command line, with the values and directories that it is given. */
final class RecipeInput {

  @Parameters(paramLabel = "RECIPE", description = "Recipe or handle, JSON or YAML.")
  private Path recipe = Path.of("");

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

  Recipe read(Console console) {
    return new RecipeReader()
        .read(Document.read(console.locate(recipe), recipe.toString(), RecipeLimits.DEFAULTS));
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
