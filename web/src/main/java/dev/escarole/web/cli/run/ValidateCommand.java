package dev.escarole.web.cli.run;

import dev.escarole.engine.CatalogCommands;
import dev.escarole.engine.UnknownCommands;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.OwnCommands;
import dev.escarole.engine.notify.ChannelAdvice;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.Severity;
import dev.escarole.recipe.handle.HandleReader;
import dev.escarole.recipe.handle.RecipeHandles;
import dev.escarole.web.app.recipe.Finding;
import dev.escarole.web.app.recipe.Findings;
import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.DataOption;
import dev.escarole.web.cli.option.RecipesOption;
import dev.escarole.web.cli.option.UnknownCommandsOption;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.ProblemText;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks recipe files. */
@Command(
    name = "validate",
    description = "Reports everything that is wrong with recipes and handles, each with its place.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole validate recipes/*.yaml",
      "  escarole validate census.yaml --json",
      "  escarole validate --strict shared/*.yaml",
      "  escarole validate commit.handle.yaml",
      "",
      "Exit codes: 0 all files are valid, 2 something is wrong."
    })
public final class ValidateCommand extends ConsoleCommand {

  private final List<Problem> errors = new ArrayList<>();
  private final List<Problem> warnings = new ArrayList<>();

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Recipes or handles: JSON, YAML or Markdown; - reads one from standard input.")
  private List<Path> files = new ArrayList<>();

  @Mixin private RecipesOption recipes = new RecipesOption();
  @Mixin private DataOption data = new DataOption();
  @Mixin private UnknownCommandsOption unknownCommands = new UnknownCommandsOption();

  private boolean anyHandle;

  @Option(names = "--json", description = "Prints errors and warnings as one JSON object.")
  private boolean json;

  @Option(names = "--strict", description = "Reports unknown fields as errors instead of warnings.")
  private boolean strict;

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    if (files.stream().filter(PipedRecipe::isMeant).count() > 1) {
      throw new UsageException(
          "two-inputs", "'-' is given more than once", "Standard input can be read once.");
    }
    files.forEach(this::check);
    if (json) {
      JsonOutput.print(console, new Findings(Finding.all(errors), Finding.all(warnings)));
    } else {
      say();
    }
    return errors.isEmpty() ? ExitCode.OK.code() : ExitCode.USAGE.code();
  }

  private void check(Path file) {
    try {
      boolean piped = PipedRecipe.isMeant(file);
      Path found = piped ? file : recipes.find(console, file);
      Document document = piped ? PipedRecipe.read(console) : recipes.document(console, found);
      boolean handle = HandleReader.isHandle(document);
      anyHandle |= handle;
      if (handle) {
        warnings.addAll(new HandleReader().read(document).warnings());
        checkCommands(new RecipeReader().read(document));
      } else {
        check(recipes.read(console, found, document));
      }
    } catch (RecipeException e) {
      errors.addAll(e.problems());
    }
  }

  private void check(Recipe recipe) {
    RecipeHandles handles = RecipeHandles.of(recipe);
    for (Problem found : recipe.warnings()) {
      (strict && Recipe.isIgnoredField(found) ? errors : warnings).add(refused(found));
    }
    warnings.addAll(handles.warnings());
    warnings.addAll(recipe.failureAdvice());
    warnings.addAll(ChannelAdvice.on(recipe, data.directory(console)));
    errors.addAll(handles.errors());
    checkCommands(recipe);
  }

  private void checkCommands(Recipe recipe) {
    OwnCommands commands = CatalogCommands.commands(data.directory(console), warning -> {});
    for (Problem unknown :
        UnknownCommands.written(
            recipe,
            commands.registry(),
            unknownCommands.rule(),
            CatalogCommands.fetched(data.directory(console), null, Principal.localOperator()))) {
      (unknown.severity() == Severity.ERROR ? errors : warnings).add(unknown);
    }
  }

  private Problem refused(Problem found) {
    return strict && Recipe.isIgnoredField(found)
        ? new Problem(Severity.ERROR, found.code(), found.message(), found.hint(), found.location())
        : found;
  }

  private void say() {
    ProblemText.print(console, errors);
    ProblemText.print(console, warnings);
    String checked =
        anyHandle
            ? TextFormat.count(files.size(), "file", "files")
            : TextFormat.count(files.size(), "recipe", "recipes");
    console.say(
        "%s: %s, %s"
            .formatted(
                checked,
                TextFormat.count(errors.size(), "error", "errors"),
                TextFormat.count(warnings.size(), "warning", "warnings")));
  }
}
