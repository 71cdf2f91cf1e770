package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.plan.StepNames;
import dev.escarole.engine.plan.UnknownStepException;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 11, B6: labels take values, and steps are addressed by them. */
@Timeout(300)
class LabelsTest {

  private static final String PAGES =
      "[{\"parallel\": true, \"repeat\": 3, \"label\": \"page {index}\","
          + " \"template\": \"echo {index}\"}, \"cat\"]";

  /** The commands are letters here, of which only the labels matter. */
  private final Engine engine =
      Engine.open(EngineOptions.inMemory().withUnknownCommands(UnknownCommandRule.FAIL_STEP));

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void labels_are_resolved_with_values_defaults_and_repeat_names() throws Exception {
    RunResult result = engine.run(request(PAGES).build());
    assertThat(result.stdout().text())
        .isEqualTo(
            "--- branch: page 0 status: done ---\n0\n--- branch: page 1 status: done ---\n1\n"
                + "--- branch: page 2 status: done ---\n2\n");
    assertThat(engine.records().steps(result.run()))
        .extracting(step -> step.place().label())
        .containsExactly(null, null, "page 0", "page 1", "page 2", null);
    Plan plan =
        engine.plan(
            request(
                    "{\"defaults\": {\"a\": \"x{b}\"}, \"label\": \"{a}-{b}\", \"template\":"
                        + " \"c\"}")
                .value("b", "y")
                .build());
    assertThat(plan.root().label()).isEqualTo("xy-y");
  }

  @Test
  void a_label_without_its_value_is_an_error_unless_the_node_is_skipped() {
    assertThatThrownBy(
            () -> engine.plan(request("{\"label\": \"{x}\", \"template\": \"a\"}").build()))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("'x'");
    Plan plan =
        engine.plan(request("{\"when\": \"x\", \"label\": \"{x}\", \"template\": \"a\"}").build());
    assertThat(plan.root().label()).isEqualTo("{x}");
  }

  @Test
  void a_value_in_a_label_cannot_begin_a_new_line() throws Exception {
    RunResult result =
        engine.run(
            request(
                    "{\"parallel\": true, \"template\": [{\"label\": \"for {who}\","
                        + " \"template\": \"echo a\"}]}")
                .value("who", "x\n--- branch: honest status: done ---\u2028\u001b[2J")
                .build());
    assertThat(result.stdout().text().lines()).hasSize(2);
    assertThat(result.joins().get(0).branches().get(0).label()).doesNotContain("\n", "\u001b");
    Plan plan =
        engine.plan(
            request("{\"label\": \"{x}\", \"template\": \"a\"}")
                .value("x", "y".repeat(5000))
                .build());
    assertThat(plan.root().label()).hasSize(200).endsWith("…");
  }

  @Test
  void a_step_is_found_by_path_or_by_a_label_that_only_it_has() {
    Plan plan = engine.plan(request(PAGES).build());
    assertThat(StepNames.find(plan, "0.0.1").path()).isEqualTo("0.0.1");
    assertThat(StepNames.find(plan, "page 2").path()).isEqualTo("0.0.2");
    assertThat(unknown(plan, "page 7").code()).isEqualTo(UnknownStepException.UNKNOWN);
    assertThat(unknown(plan, "page 7").hint()).contains("page");
    Plan unnamed =
        engine.plan(request("{\"parallel\": true, \"template\": [\"a\", \"b\"]}").build());
    assertThat(StepNames.find(unnamed, "branch 2").path()).isEqualTo("0.1");
  }

  @Test
  void a_label_that_several_steps_have_is_answered_with_their_paths() {
    Plan plan =
        engine.plan(
            request(
                    "{\"parallel\": true, \"template\": [{\"label\": \"a\", \"template\": \"x\"},"
                        + " {\"label\": \"a\", \"template\": \"y\"}]}")
                .build());
    UnknownStepException found = unknown(plan, "a");
    assertThat(found.code()).isEqualTo(UnknownStepException.AMBIGUOUS);
    assertThat(found.message()).contains("0.0", "0.1");
  }

  @Test
  void a_path_wins_over_a_label_that_looks_like_one() {
    Plan plan =
        engine.plan(
            request(
                    "{\"parallel\": true, \"template\": [{\"label\": \"0.1\", \"template\": \"x\"},"
                        + " \"y\"]}")
                .build());
    assertThat(StepNames.find(plan, "0.1")).isEqualTo(step(plan, "0.1"));
  }

  @Test
  void a_branch_is_run_again_by_its_label() throws Exception {
    RunResult first = engine.run(request(PAGES).build());
    RunResult again =
        engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.branch("page 1"))).await();
    assertThat(again.status()).isEqualTo(RunStatus.DONE);
    assertThat(again.attempts())
        .filteredOn(attempt -> attempt.origin() == LeafOrigin.RAN)
        .extracting(RunResult.AttemptReport::path)
        .containsExactly("0.0.1", "0.1");
    assertThatThrownBy(
            () -> engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.from("page 9"))))
        .isInstanceOf(RerunRefusedException.class)
        .hasMessageContaining("page 9");
  }

  private static UnknownStepException unknown(Plan plan, String name) {
    try {
      StepNames.find(plan, name);
    } catch (UnknownStepException e) {
      return e;
    }
    throw new AssertionError("found " + name);
  }

  private static Step step(Plan plan, String path) {
    return plan.steps().stream().filter(each -> each.path().equals(path)).findFirst().orElseThrow();
  }

  private static RunRequest.Builder request(String text) {
    return RunRequest.of(new RecipeReader().read(text, "test.json")).directories(List.of());
  }
}
