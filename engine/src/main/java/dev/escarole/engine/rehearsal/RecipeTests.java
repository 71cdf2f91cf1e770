package dev.escarole.engine.rehearsal;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.rehearsal.Rehearsal.Ended;
import dev.escarole.engine.rehearsal.Rehearsal.EndlessException;
import dev.escarole.recipe.ComputedInput;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tests of a recipe in one file. A test compiles the recipe and runs the plan on the real run
 * machine, with leaves that do what the test says, on a clock that does not wait. Immutable.
 */
public final class RecipeTests {

  private final TestFile file;

  private RecipeTests(TestFile file) {
    this.file = file;
  }

  /**
   * Reads a file of tests.
   *
   * @throws RecipeException with everything that is wrong with it
   */
  public static RecipeTests read(Document document) {
    return new RecipeTests(RecipeTestReader.read(document));
  }

  /** The path of the recipe from the file of tests; null for the recipe beside it. */
  public @Nullable String recipe() {
    return file.recipe();
  }

  /** The names of the tests, in the order of the file. */
  public List<String> names() {
    return file.tests().stream().map(RecipeTest::name).toList();
  }

  /**
   * Runs a test.
   *
   * @param sandbox for leaves that really run
   * @throws IllegalArgumentException if there is no test of this name
   */
  public TestOutcome run(String name, Recipe recipe, PlanLimits limits, TestSandbox sandbox) {
    RecipeTest test =
        file.tests().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("there is no test '" + name + "'"));
    List<Mismatch> found = new ArrayList<>();
    Plan plan = planned(test, recipe, limits, found);
    if (plan == null) {
      return TestOutcome.of(name, null, 0, 0, found);
    }
    try {
      return rehearsed(test, plan, sandbox, found);
    } finally {
      sandbox.clear();
    }
  }

  private static TestOutcome rehearsed(
      RecipeTest test, Plan plan, TestSandbox sandbox, List<Mismatch> found) {
    NamedSteps names = new NamedSteps(plan);
    Checks checks = new Checks(test.expected(), names, found);
    checks.plan(plan);
    PlayedLeaves leaves = new PlayedLeaves(test.answers(), test.otherwise(), names, sandbox, found);
    Ended ended;
    try {
      ended = Rehearsal.of(plan, RecipeRehearsal.RUN, test.stdin(), leaves);
    } catch (EndlessException e) {
      found.add(
          new Mismatch(
              "run", "an end", "still under way after %,d attempts".formatted(e.attempts())));
      return TestOutcome.of(test.name(), null, e.attempts(), 0, found);
    }
    checks.run(ended);
    return TestOutcome.of(
        test.name(), ended.over().status().word(), ended.attempts().size(), ended.millis(), found);
  }

  /** Null if there is none, or there should not be one. */
  private static @Nullable Plan planned(
      RecipeTest test, Recipe recipe, PlanLimits limits, List<Mismatch> found) {
    String error = test.expected().error();
    try {
      for (ComputedInput computed : recipe.computed(test.values())) {
        found.add(
            new Mismatch(
                "values",
                "a value for '" + computed.name() + "', which a command computes at launch",
                "none"));
      }
      if (!found.isEmpty()) {
        return null;
      }
      Plan plan = new PlanCompiler(limits).compile(recipe, test.values());
      if (error == null) {
        return plan.at(RecipeRehearsal.RUN.facts());
      }
      found.add(new Mismatch("error", error, "none: the recipe can be launched"));
    } catch (RecipeException refused) {
      String actual =
          refused.problems().stream().map(Problem::render).collect(Collectors.joining("\n"));
      if (error == null) {
        found.add(new Mismatch("launch", "a plan", actual));
      } else if (refused.problems().stream().noneMatch(each -> each.code().equals(error))) {
        found.add(new Mismatch("error", error, actual));
      }
    }
    return null;
  }
}
