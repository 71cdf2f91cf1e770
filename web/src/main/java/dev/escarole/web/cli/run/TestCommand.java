package dev.escarole.web.cli.run;

import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.rehearsal.RecipeTests;
import dev.escarole.engine.rehearsal.TestSandbox;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.web.app.local.RecipeTesting;
import dev.escarole.web.app.recipe.Finding;
import dev.escarole.web.app.recipe.TestReport;
import dev.escarole.web.app.recipe.TestReport.TestedCase;
import dev.escarole.web.app.recipe.TestReport.TestedFile;
import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.DataOption;
import dev.escarole.web.cli.option.RecipesOption;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs tests of recipes. */
@Command(
    name = "test",
    description =
        "Runs tests of recipes: each compiles its recipe and runs the plan, with commands that do"
            + " what the test says, without waiting and without storing anything.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole test",
      "  escarole test recipes/nightly.test.yaml --only 'is lost'",
      "  escarole test recipes --junit target/recipes.xml",
      "  escarole test --watch",
      "",
      "Exit codes: 0 all tests passed, 1 a test failed, 2 a file cannot be used, or there are no"
          + " tests."
    })
public final class TestCommand extends ConsoleCommand {

  /** Between two looks at files that are watched. */
  private static final long LOOK_MILLIS = 200;

  @Parameters(
      paramLabel = "PLACE",
      arity = "0..*",
      description =
          "Files of tests, such as nightly.test.yaml, and directories, which are searched for them."
              + " Default: the current directory.")
  private List<Path> places = new ArrayList<>();

  @Mixin private RecipesOption recipes = new RecipesOption();
  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      description = "Runs only tests with this text in their names.")
  private @Nullable String only;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Also writes the results as JUnit XML, which build servers read.")
  private @Nullable Path junit;

  @Option(names = "--json", description = "Prints the results as one JSON object.")
  private boolean json;

  @Option(
      names = "--watch",
      description = "Runs the tests again whenever they or their recipes change, until Ctrl-C.")
  private boolean watch;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() throws Exception {
    if (places.isEmpty()) {
      places = List.of(Path.of("."));
    }
    return watch
        ? new WatchedRun(console, this::watched, this::once, this::shown)
            .loop(() -> TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS))
        : once();
  }

  /** The files, and their directories, in which others may appear. */
  private List<Path> watched() {
    Set<Path> watched = new LinkedHashSet<>();
    for (Path file : new TestFiles(console).find(places)) {
      Path here = console.locate(file).toAbsolutePath();
      watched.add(here);
      watched.add(here.getParent());
      try {
        Path recipe = recipe(file, tests(file));
        watched.add(console.locate(recipe).toAbsolutePath());
        watched.addAll(RecipesOption.files(recipes.read(console, recipe)));
      } catch (RecipeException | UsageException invalid) {
        // It is shown when the tests run, and a change of what is there is noticed.
      }
    }
    return List.copyOf(watched);
  }

  /** Shows a failure as the end of this command would. */
  private int shown(Exception failure) throws Exception {
    CommandLine line = spec.commandLine();
    return line.getExecutionExceptionHandler()
        .handleExecutionException(failure, line, line.getParseResult());
  }

  private int once() {
    TestText text = new TestText(console);
    List<TestedFile> results = new ArrayList<>();
    try (TestSandbox sandbox = TestSandbox.open(data.directory(console))) {
      for (Path file : new TestFiles(console).find(places)) {
        TestedFile result = run(file, sandbox, text);
        if (result != null) {
          results.add(result);
        }
      }
    }
    TestReport report = TestReport.of(results);
    if (report.tests() == 0 && report.broken() == 0) {
      throw new UsageException(
          "no-tests",
          "no test has '" + only + "' in its name",
          "Leave --only out, or give a part of a test's name.");
    }
    if (junit != null) {
      JUnitReport.write(report, console.locate(junit), junit);
    }
    if (json) {
      JsonOutput.print(console, report);
    } else {
      text.summary(report);
    }
    return report.broken() > 0 ? ExitCode.USAGE.code() : report.failed() > 0 ? 1 : 0;
  }

  /** Null if no test of the file is asked for. */
  private @Nullable TestedFile run(Path file, TestSandbox sandbox, TestText text) {
    String shown = file.toString();
    Path recipe = null;
    try {
      RecipeTests tests = tests(file);
      List<String> names =
          tests.names().stream().filter(name -> only == null || name.contains(only)).toList();
      if (names.isEmpty()) {
        return null;
      }
      recipe = recipe(file, tests);
      Recipe read = recipes.read(console, recipe);
      if (!json) {
        text.file(shown);
      }
      PlanLimits limits = EngineOptions.inMemory().planLimits();
      List<TestedCase> cases =
          RecipeTesting.run(
              tests, only, name -> tests.run(name, read, limits, sandbox), console.clock());
      if (!json) {
        cases.forEach(text::test);
      }
      return new TestedFile(shown, recipe.toString(), cases, List.of());
    } catch (RecipeException e) {
      return broken(shown, recipe, e.problems(), text);
    } catch (UsageException e) {
      return broken(shown, recipe, List.of(e.problem()), text);
    }
  }

  private TestedFile broken(
      String file, @Nullable Path recipe, List<Problem> problems, TestText text) {
    if (!json) {
      text.broken(file, problems);
    }
    return new TestedFile(
        file, recipe == null ? null : recipe.toString(), List.of(), Finding.all(problems));
  }

  private RecipeTests tests(Path file) {
    return RecipeTests.read(
        Document.read(console.locate(file), file.toString(), RecipeLimits.DEFAULTS));
  }

  private Path recipe(Path file, RecipeTests tests) {
    Path recipe = new TestFiles(console).recipe(file, tests.recipe());
    if (!Files.exists(console.locate(recipe))) {
      throw new UsageException(
          "no-recipe", "there is no recipe " + recipe, "Correct \"recipe\" in " + file + ".");
    }
    return recipe;
  }
}
