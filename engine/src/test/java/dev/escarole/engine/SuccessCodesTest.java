package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanDiff;
import dev.escarole.engine.plan.PlanFormat;
import dev.escarole.engine.plan.PlanPrinter;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 11, B3: exit codes that an author calls success, with real commands. */
@Timeout(300)
class SuccessCodesTest {

  private final Engine engine = Engine.open(EngineOptions.inMemory());

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void a_listed_exit_is_success_keeps_its_output_and_its_code_is_on_record() throws Exception {
    RunResult result =
        run("[{\"success_codes\": [0, 1], \"template\": \"grep -c nothing\"}, \"cat\"]");
    assertThat(result.status()).isEqualTo(RunStatus.DONE);
    assertThat(result.stdout().text()).isEqualTo("0\n");
    assertThat(result.failures()).isEmpty();
    assertThat(result.attempts().get(0).outcome().exitCode()).isEqualTo(1);
    StoredStep step = engine.records().steps(result.run()).get(1);
    assertThat(step.progress().state().word()).isEqualTo("done");
    assertThat(step.progress().exitCode()).isEqualTo(1);
    assertThat(step.controls().successCodes().codes()).containsExactly(0, 1);
  }

  @Test
  void the_codes_hold_for_all_leaves_below_and_the_nearest_wins() throws Exception {
    String recipe =
        "{\"success_codes\": [0, 1], \"template\": [\"grep -c a\", {\"template\": \"grep -c b\"},"
            + " {\"success_codes\": [0], \"template\": \"grep -c c\"}]}";
    RunResult result = run(recipe);
    assertThat(result.status()).isEqualTo(RunStatus.DEGRADED);
    assertThat(result.failures()).extracting(RunResult.Failure::path).containsExactly("0.2");
  }

  @Test
  void a_success_is_not_tried_again_and_counts_as_usable_in_a_join() throws Exception {
    RunResult result =
        run(
            "{\"parallel\": true, \"min_successful\": 2, \"failure\": \"branch\", \"template\":"
                + " [{\"retry\": 3, \"success_codes\": [1], \"template\": \"grep -c a\"}, \"echo"
                + " b\"]}");
    assertThat(result.status()).isEqualTo(RunStatus.DONE);
    assertThat(result.attempts()).hasSize(2);
    assertThat(result.joins().get(0).usableBranches()).isEqualTo(2);
    assertThat(result.stdout().text()).contains("--- branch: branch 1 status: done ---\n0\n");
  }

  @Test
  void a_list_without_0_makes_0_a_failure() throws Exception {
    RunResult result = run("{\"success_codes\": [1], \"template\": \"echo fine\"}");
    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
  }

  @Test
  void what_the_engine_ended_is_no_success_whatever_its_code() throws Exception {
    RunResult late =
        run("{\"success_codes\": [0, 124], \"timeout\": 50, \"template\": \"sleep 30\"}");
    assertThat(late.status()).isEqualTo(RunStatus.FAILED);
    try (Engine portable =
        Engine.open(EngineOptions.inMemory().withUnknownCommands(UnknownCommandRule.FAIL_STEP))) {
      Recipe recipe = recipe("{\"success_codes\": [0, 127], \"template\": \"no-such-command\"}");
      assertThat(portable.run(RunRequest.of(recipe).build()).status()).isEqualTo(RunStatus.FAILED);
    }
  }

  @Test
  void the_codes_are_part_of_the_plan_its_hash_and_what_is_printed() throws Exception {
    Recipe with = recipe("{\"success_codes\": [1, 0, 1], \"template\": \"grep a\"}");
    Plan plan = engine.plan(RunRequest.of(with).build());
    StringBuilder tree = new StringBuilder();
    PlanPrinter.print(plan, PlanFormat.TREE, List.of(), tree);
    assertThat(tree).contains("[success_codes 0 1]");
    StringBuilder json = new StringBuilder();
    PlanPrinter.print(plan, PlanFormat.JSON, List.of(), json);
    assertThat(json).contains("\"successCodes\" : [ 0, 1 ]");
    Plan without = engine.plan(RunRequest.of(recipe("{\"template\": \"grep a\"}")).build());
    assertThat(without.hash()).isNotEqualTo(plan.hash());
    assertThat(PlanDiff.between(without, plan).entries().get(0).changes())
        .containsExactly("success_codes: [0] -> [0, 1]");
  }

  @Test
  void a_run_again_judges_by_the_codes_of_the_recipe_as_it_is_now() throws Exception {
    RunResult first = run("[{\"success_codes\": [0, 1], \"template\": \"grep -c a\"}, \"cat\"]");
    assertThat(engine.records().plan(first.run()).step(1).controls().successCodes().codes())
        .containsExactly(0, 1);
    RunResult same = engine.rerun(RerunRequest.of(first.run())).await();
    assertThat(same.status()).isEqualTo(RunStatus.DONE);
    assertThat(same.attempts())
        .allSatisfy(attempt -> assertThat(attempt.origin().name()).isEqualTo("REUSED"));
  }

  private RunResult run(String text) throws Exception {
    return engine.run(RunRequest.of(recipe(text)).build());
  }

  private static Recipe recipe(String text) {
    return new RecipeReader().read(text, "test.json");
  }
}
