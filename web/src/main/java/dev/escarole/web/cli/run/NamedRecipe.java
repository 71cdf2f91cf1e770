package dev.escarole.web.cli.run;

import dev.escarole.engine.files.GivenFile;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.RecipeTexts;
import dev.escarole.recipe.Severity;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.recipe.Finding;
import dev.escarole.web.app.recipe.InputsRequest;
import dev.escarole.web.app.recipe.LaunchInputs;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.recipe.PlanRequest;
import dev.escarole.web.app.recipe.RecipeDocument;
import dev.escarole.web.app.recipe.RecipeName;
import dev.escarole.web.cli.option.MissingValuesException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A recipe that a server has, with what a launch of it is given. */
final class NamedRecipe {

  private final Escarole escarole;
  private final String name;
  private final Map<String, Object> values;
  private final List<String> directories;
  private final LaunchInputs inputs;

  private NamedRecipe(
      Escarole escarole,
      String name,
      Map<String, Object> values,
      List<String> directories,
      LaunchInputs inputs) {
    this.escarole = escarole;
    this.name = name;
    this.values = values;
    this.directories = directories;
    this.inputs = inputs;
  }

  /**
   * Asks the server for the inputs; those that files are given for have values.
   *
   * @throws dev.escarole.web.app.RefusedException if it has no such recipe
   */
  static NamedRecipe find(
      Escarole escarole,
      String wanted,
      Map<String, Object> values,
      List<String> directories,
      List<GivenFile> files) {
    return RecipeArgument.ofServer(
        wanted,
        name -> {
          LaunchInputs inputs =
              escarole.inputs(new InputsRequest(name, null, null, copy(values), directories));
          Map<String, Object> all = withPaths(inputs, values, files);
          LaunchInputs checked =
              all.equals(values)
                  ? inputs
                  : escarole.inputs(new InputsRequest(name, null, null, copy(all), directories));
          return new NamedRecipe(escarole, name, all, directories, checked);
        });
  }

  /** As the server does it, for files that are inputs of the recipe. */
  private static Map<String, Object> withPaths(
      LaunchInputs inputs, Map<String, Object> values, List<GivenFile> files) {
    Map<String, Object> all = new LinkedHashMap<>(values);
    for (GivenFile file : files) {
      if (inputs.inputs().stream().anyMatch(each -> each.name().equals(file.input()))) {
        all.putIfAbsent(file.name(), file.guestPath());
      }
    }
    return all;
  }

  /** As the server calls it. */
  String name() {
    return name;
  }

  private static Map<String, @Nullable Object> copy(Map<String, Object> values) {
    return new LinkedHashMap<>(values);
  }

  /**
   * Checks the values before anything is launched. Names that the recipe does not have are left to
   * the server, which suggests the nearest.
   *
   * @throws MissingValuesException if a required one is missing
   * @throws RecipeException if one cannot be used
   */
  void check() {
    List<Problem> problems = new ArrayList<>();
    for (RecipeDocument.Input each : inputs.inputs()) {
      Finding problem = each.problem();
      if (problem != null) {
        problems.add(problem.problem(Severity.ERROR));
      }
    }
    if (!problems.isEmpty()) {
      throw new RecipeException(problems);
    }
    Set<String> known =
        inputs.inputs().stream().map(RecipeDocument.Input::name).collect(Collectors.toSet());
    if (known.containsAll(values.keySet())) {
      MissingValuesException.check(inputs.inputs(), values, null);
    }
  }

  /**
   * Whether it can read its input.
   *
   * @param asked false if nobody needs to know, so that the server is not asked
   */
  boolean mayRead(boolean asked) {
    boolean computed = inputs.inputs().stream().anyMatch(each -> each.computedBy() != null);
    return !asked || computed || FirstCommands.mayRead(plan());
  }

  /** What it would run at the server, and what the server says of it. */
  PlanDocument plan() {
    return escarole.plan(new PlanRequest(name, null, null, copy(values), directories));
  }

  /**
   * The recipe in force with what it imports, so that it can be worked with here.
   *
   * @throws RecipeException if it was changed to an invalid one meanwhile
   */
  static Recipe text(Escarole escarole, String wanted) {
    RecipeDocument document =
        RecipeArgument.ofServer(
            wanted, name -> escarole.recipe(new RecipeName(name, false, /* bundle= */ true)));
    String path = document.head().path();
    if (document.bundle() != null) {
      return new RecipeReader().read(document.bundle(), path);
    }
    RecipeTexts folder = new RecipeTexts(Map.of(path, document.used()), RecipeLimits.DEFAULTS);
    Document text = Document.read(document.used(), path, RecipeLimits.DEFAULTS);
    return new RecipeReader().read(text, folder, path);
  }
}
