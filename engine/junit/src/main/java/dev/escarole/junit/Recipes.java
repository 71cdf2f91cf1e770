package dev.escarole.junit;

import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.rehearsal.Mismatch;
import dev.escarole.engine.rehearsal.RecipeRehearsal;
import dev.escarole.engine.rehearsal.RecipeTests;
import dev.escarole.engine.rehearsal.RehearsedRun;
import dev.escarole.engine.rehearsal.TestOutcome;
import dev.escarole.engine.rehearsal.TestSandbox;
import dev.escarole.recipe.Document;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.RecipeNames;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/** The recipes of a directory, for tests. Thread-safe. */
public final class Recipes {

  private static final PlanLimits LIMITS = EngineOptions.inMemory().planLimits();

  private final Path directory;

  Recipes(Path directory) {
    this.directory = directory;
  }

  /** The recipes of a directory, for tests that find it in another way than {@link WithRecipes}. */
  public static Recipes in(Path directory) {
    return new Recipes(directory);
  }

  /**
   * Reads a recipe.
   *
   * @param file its path in the directory
   * @throws RecipeException with everything that is wrong with it
   */
  public Recipe recipe(String file) {
    return new RecipeReader().read(directory.resolve(file));
  }

  /**
   * Runs a recipe to its end with commands that do what the test says.
   *
   * @param file its path in the directory
   * @param prepare adds values and answers
   * @throws AssertionError if a step that ran has no answer, or an answer names no step
   * @throws RecipeException if the recipe cannot be launched with these values
   */
  public RehearsedRun rehearse(String file, Consumer<RecipeRehearsal> prepare) {
    RecipeRehearsal rehearsal = RecipeRehearsal.of(recipe(file));
    prepare.accept(rehearsal);
    try (TestSandbox sandbox = sandbox()) {
      RehearsedRun run = rehearsal.run(LIMITS, sandbox);
      if (!run.mismatches().isEmpty()) {
        throw new AssertionError(words(run.mismatches(), 0));
      }
      return run;
    }
  }

  /** Without the commands that a user has added: a test must not depend on them. */
  private TestSandbox sandbox() {
    return TestSandbox.open(directory.resolve(".no-commands"));
  }

  /**
   * The tests in the files {@code NAME.test.yaml} (or {@code .yml}, {@code .json}) of the directory
   * and those below it: a container for each file, for a {@code @TestFactory}.
   *
   * @throws IllegalStateException if there are none
   */
  public Stream<DynamicNode> tests() {
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files =
          all.filter(file -> RecipeNames.isTestFile(file.toString()))
              .filter(Files::isRegularFile)
              .sorted()
              .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the recipes cannot be read", e);
    }
    if (files.isEmpty()) {
      throw new IllegalStateException(
          "there are no tests in %s; tests of NAME.yaml are in NAME.test.yaml, beside it"
              .formatted(directory.toAbsolutePath()));
    }
    return files.stream().map(this::container);
  }

  private DynamicNode container(Path file) {
    String shown = directory.relativize(file).toString();
    RecipeTests tests;
    try {
      tests = RecipeTests.read(Document.read(file, shown, RecipeLimits.DEFAULTS));
    } catch (RecipeException e) {
      // The other files are tested.
      return DynamicTest.dynamicTest(
          shown,
          file.toUri(),
          () -> {
            throw e;
          });
    }
    return DynamicContainer.dynamicContainer(
        shown,
        file.toUri(),
        tests.names().stream()
            .map(
                name -> DynamicTest.dynamicTest(name, file.toUri(), () -> run(file, tests, name))));
  }

  private void run(Path file, RecipeTests tests, String name) {
    Recipe recipe = new RecipeReader().read(tested(file, tests));
    try (TestSandbox sandbox = sandbox()) {
      TestOutcome outcome = tests.run(name, recipe, LIMITS, sandbox);
      if (!outcome.passed()) {
        throw new AssertionError(words(outcome.mismatches(), outcome.more()));
      }
    }
  }

  private static Path tested(Path file, RecipeTests tests) {
    String written = tests.recipe();
    if (written != null) {
      return file.resolveSibling(written).normalize();
    }
    String stem = RecipeNames.testedStem(file.getFileName().toString());
    List<Path> beside =
        RecipeNames.ENDINGS.stream()
            .map(ending -> file.resolveSibling(stem + ending))
            .filter(Files::exists)
            .toList();
    if (beside.size() != 1) {
      throw new AssertionError(
          "%s is not beside one recipe '%s'; name it in the file with 'recipe'"
              .formatted(file, stem));
    }
    return beside.get(0);
  }

  private static String words(List<Mismatch> mismatches, int more) {
    String all =
        mismatches.stream()
            .map(
                each ->
                    "%s%n  expected: %s%n  actual:   %s"
                        .formatted(each.what(), each.expected(), each.actual()))
            .collect(Collectors.joining(System.lineSeparator()));
    return more == 0 ? all : "%s%nand %d more".formatted(all, more);
  }
}
