package dev.escarole.web.cli;

import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.view.ExitCode;
import dev.escarole.web.view.ProblemJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks recipe files. */
@Command(
    name = "validate",
    description = "Reports everything that is wrong with recipes, each with its place.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole validate recipes/*.yaml",
      "  escarole validate census.yaml --json",
      "",
      "Exit codes: 0 all recipes are valid, 2 something is wrong."
    })
final class ValidateCommand implements Callable<Integer>, CanPrintJson {

  private final Console console;
  private final List<Problem> errors = new ArrayList<>();
  private final List<Problem> warnings = new ArrayList<>();

  @Parameters(paramLabel = "RECIPE", arity = "1..*", description = "Recipe files, JSON or YAML.")
  private List<Path> recipes = new ArrayList<>();

  @Option(names = "--json", description = "Prints errors and warnings as one JSON object.")
  private boolean json;

  ValidateCommand(Console console) {
    this.console = console;
  }

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    recipes.forEach(this::check);
    if (json) {
      JsonOutput.print(console, out -> new ProblemJson(out).findings(errors, warnings));
    } else {
      say();
    }
    return errors.isEmpty() ? ExitCode.OK.code() : ExitCode.USAGE.code();
  }

  private void check(Path file) {
    try {
      Recipe recipe = new RecipeReader().read(file);
      warnings.addAll(recipe.warnings());
    } catch (RecipeException e) {
      errors.addAll(e.problems());
    }
  }

  private void say() {
    SourceTexts sources = new SourceTexts();
    errors.forEach(problem -> ProblemText.print(console, problem, sources.of(problem)));
    warnings.forEach(problem -> ProblemText.print(console, problem, sources.of(problem)));
    String files = Texts.count(recipes.size(), "recipe", "recipes");
    console.say(
        "%s: %s, %s"
            .formatted(
                files,
                Texts.count(errors.size(), "error", "errors"),
                Texts.count(warnings.size(), "warning", "warnings")));
  }
}
