package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.rehearsal.RecipeTests;
import dev.escarole.engine.rehearsal.TestOutcome;
import dev.escarole.engine.rehearsal.TestSandbox;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeDirectory;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.RecipeNames;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.recipe.Finding;
import dev.escarole.web.app.recipe.TestReport;
import dev.escarole.web.app.recipe.TestReport.TestedCase;
import dev.escarole.web.app.recipe.TestReport.TestedFile;
import dev.escarole.web.app.recipe.TestRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs the tests of recipes of the watched folder. */
public final class RecipeTesting {

  private final Installation installation;
  private final Actor actor;

  RecipeTesting(Installation installation, Actor actor) {
    this.installation = installation;
    this.actor = actor;
  }

  /**
   * Runs the tests beside a recipe.
   *
   * @throws dev.escarole.web.app.RefusedException if there is no such recipe, or it is invalid
   */
  TestReport test(TestRequest request) {
    FolderEntry entry = installation.recipes().entry(request.recipe());
    Recipe recipe = entry.runnable().orElseThrow(() -> Recipes.invalid(entry.reading().problems()));
    Path place = installation.recipes().place();
    String path = entry.file().path();
    List<TestedFile> files = new ArrayList<>();
    if (place != null) {
      RecipeDirectory folder = RecipeDirectory.folder(place, place, RecipeLimits.DEFAULTS);
      for (String file : RecipeNames.testFiles(path)) {
        tested(folder, file, recipe, request).ifPresent(files::add);
      }
    }
    return TestReport.of(files);
  }

  /** Empty if there is no such file, or none of its tests is asked for. */
  private Optional<TestedFile> tested(
      RecipeDirectory folder, String file, Recipe recipe, TestRequest request) {
    List<TestedCase> cases = List.of();
    List<Problem> problems = List.of();
    try {
      Optional<Document> document = folder.find(file);
      if (document.isEmpty()) {
        return Optional.empty();
      }
      RecipeTests tests = RecipeTests.read(document.get());
      cases = run(tests, request.only(), recipe);
    } catch (RecipeException e) {
      problems = e.problems();
    }
    return cases.isEmpty() && problems.isEmpty()
        ? Optional.empty()
        : Optional.of(new TestedFile(file, recipe.fileName(), cases, Finding.all(problems)));
  }

  private List<TestedCase> run(RecipeTests tests, @Nullable String only, Recipe recipe) {
    Engine engine = installation.engine();
    PlanLimits limits = engine.planLimits();
    try (TestSandbox sandbox =
        TestSandbox.of(invocation -> engine.call(actor.principal(), invocation))) {
      return run(
          tests, only, name -> tests.run(name, recipe, limits, sandbox), installation.clock());
    }
  }

  /**
   * Runs the tests of a file with a text in their names.
   *
   * @param only the text; null for all tests
   * @param test runs the test of a name
   */
  public static List<TestedCase> run(
      RecipeTests tests,
      @Nullable String only,
      Function<String, TestOutcome> test,
      InstantSource clock) {
    List<TestedCase> cases = new ArrayList<>();
    for (String name : tests.names()) {
      if (only == null || name.contains(only)) {
        Instant start = clock.instant();
        TestOutcome outcome = test.apply(name);
        long millis = Duration.between(start, clock.instant()).toMillis();
        cases.add(TestedCase.of(outcome, millis));
      }
    }
    return cases;
  }
}
