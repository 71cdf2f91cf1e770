package dev.escarole.web.cli.run;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.cli.option.DirectoryOption;
import dev.escarole.web.cli.option.ValuesFile;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  Recipe read() {
    return new RecipeReader().read(recipe);
  }

  /** All values given, by name. */
  Map<String, Object> values() {
    Map<String, Object> all = new LinkedHashMap<>();
    if (values != null) {
      all.putAll(ValuesFile.read(values));
    }
    Set<String> seen = new HashSet<>();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals <= 0) {
        throw new UsageException(
            "bad-setting",
            "--set " + TextFormat.plain(setting) + " is not of the form NAME=VALUE",
            "Write --set name=value, with quotes around a value that holds blanks.");
      }
      String name = setting.substring(0, equals);
      if (!seen.add(name)) {
        throw new UsageException(
            "duplicate-setting",
            "--set gives '" + TextFormat.plain(name) + "' more than once",
            "Give each value once; for a list of values use --values with an array.");
      }
      all.put(name, setting.substring(equals + 1));
    }
    return all;
  }

  /** All directories granted beside the run's own workspace. */
  List<DirectoryGrant> directories() {
    return directories.grantsBesideWorkspace();
  }
}
