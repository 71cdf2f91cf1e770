package dev.escarole.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.rehearsal.Answer;
import dev.escarole.engine.rehearsal.RehearsedRun;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.RecipeException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** The extension as a stranger uses it, and what he is told when his tests fail. */
@WithRecipes("src/test/recipes")
class WithRecipesTest {

  @Test
  void commands_do_what_the_test_says(Recipes recipes) {
    RehearsedRun run =
        recipes.rehearse(
            "nightly.yaml",
            nightly ->
                nightly
                    .answer("fetch a", Answer.exit(1).stderr("gone"))
                    .answer("fetch *", Answer.text("3\n").takes(Duration.ofMillis(200)))
                    .answer("sort", Answer.run()));
    assertThat(run.status()).isEqualTo(RunStatus.DEGRADED);
    assertThat(run.stdout()).contains("3", "stderr: gone");
    assertThat(run.commands()).containsExactlyInAnyOrder("fetch a", "fetch b", "fetch c", "sort");
    assertThat(run.join("0.0").done()).isEqualTo(2);
    assertThat(run.attempts("fetch a")).isEqualTo(1);
    assertThat(run.stdin("sort")).isEqualTo(run.stdout("0.0"));
    assertThat(run.took()).isGreaterThanOrEqualTo(Duration.ofMillis(200));
  }

  @Test
  void values_and_other_ends_are_given(Recipes recipes) {
    RehearsedRun run =
        recipes.rehearse(
            "nightly.yaml",
            nightly ->
                nightly
                    .value("sources", List.of("x", "y", "z"))
                    .answer("fetch x", Answer.ended(Outcome.Kind.TIMED_OUT))
                    .answer("fetch y", Answer.ended(Outcome.Kind.OUT_OF_FUEL))
                    .otherwise(Answer.pass()));
    assertThat(run.status()).isEqualTo(RunStatus.DEGRADED);
    assertThat(run.acceptance().accepted()).isFalse();
    assertThat(run.join("0.0").usable()).isFalse();
    assertThat(run.result("fetch y").orElseThrow().outcome().kind())
        .isEqualTo(Outcome.Kind.OUT_OF_FUEL);
  }

  @Test
  void a_step_without_an_answer_fails_the_test_by_its_name(Recipes recipes) {
    assertThatThrownBy(
            () -> recipes.rehearse("nightly.yaml", nightly -> nightly.answer("fetch *", "")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("sort")
        .hasMessageContaining("does not say what it does");
    assertThatThrownBy(
            () ->
                recipes.rehearse(
                    "nightly.yaml",
                    nightly -> nightly.answer("fetsh a", "").otherwise(Answer.pass())))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("did you mean 'fetch a'?");
  }

  @Test
  void a_name_that_means_several_steps_is_refused(Recipes recipes) {
    RehearsedRun run = recipes.rehearse("nightly.yaml", each -> each.otherwise(Answer.pass()));
    assertThatThrownBy(() -> run.attempts("fetch *"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("means 3 steps");
    assertThatThrownBy(() -> run.attempts("nothing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no step is called that");
  }

  @Test
  void a_recipe_that_is_missing_is_named(Recipes recipes) {
    assertThatThrownBy(() -> recipes.recipe("missing.yaml"))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("missing.yaml");
  }

  @Test
  void an_engine_really_runs_recipes(Engine engine, Recipes recipes) throws Exception {
    RunRequest request = RunRequest.of(recipes.recipe("hello.yaml")).build();
    assertThat(engine.run(request).orThrow().stdout().text()).isEqualTo("HELLO\n");
  }

  @TestFactory
  Stream<DynamicNode> the_written_tests(Recipes recipes) {
    return recipes.tests();
  }

  @WithRecipes("src/test/broken")
  static class Broken {
    @TestFactory
    Stream<DynamicNode> written(Recipes recipes) {
      return recipes.tests();
    }
  }

  static class Nowhere {
    @Test
    void test(Recipes recipes) {}
  }

  @Test
  void a_written_test_that_fails_says_what_differs() {
    Events tests = played(Broken.class);
    tests.assertStatistics(counts -> counts.started(3).succeeded(1).failed(2));
    List<String> messages =
        tests.failed().stream()
            .map(
                each ->
                    String.valueOf(
                        each.getRequiredPayload(org.junit.platform.engine.TestExecutionResult.class)
                            .getThrowable()
                            .orElseThrow()
                            .getMessage()))
            .toList();
    assertThat(messages)
        .anySatisfy(each -> assertThat(each).contains("expected: failed", "actual:   done"))
        .anySatisfy(each -> assertThat(each).contains("unreadable.test.yaml"));
  }

  @Test
  void without_the_annotation_a_parameter_is_refused() {
    played(Nowhere.class).assertStatistics(counts -> counts.failed(1));
  }

  private static Events played(Class<?> type) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(type))
        .execute()
        .testEvents();
  }
}
