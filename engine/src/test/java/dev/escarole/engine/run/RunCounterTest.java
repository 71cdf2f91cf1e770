package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.run.RunCounts.Tally;
import dev.escarole.recipe.RecipeReader;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunCounterTest {

  private static final Plan PLAN =
      new PlanCompiler(PlanLimits.DEFAULTS)
          .compile(
              new RecipeReader()
                  .read(
                      """
                      {"parallel": true, "template": [
                        {"label": "one", "template": "echo a", "retry": 2, "recover": "echo again"},
                        {"template": ["echo b", "echo c"]},
                        {"label": "three", "template": "echo d"}]}
                      """,
                      "test.json"),
              Map.of());

  private final RunCounter counter = RunCounter.of(PLAN);

  private void passed(String path, StepState state) {
    counter.passed(
        PLAN.steps().stream().filter(step -> step.path().equals(path)).findFirst().get().index(),
        state);
  }

  @Test
  void before_anything_ran_all_are_pending_and_recoveries_do_not_count() {
    assertThat(counter.counts())
        .isEqualTo(new RunCounts(new Tally(0, 0, 0, 0, 0, 4), new Tally(0, 0, 0, 0, 0, 3)));
  }

  @Test
  void a_branch_that_is_a_leaf_counts_as_both_and_a_group_as_a_branch() {
    passed("0", StepState.RUNNING);
    passed("0.0", StepState.RUNNING);
    passed("0.0", StepState.WAITING);
    passed("0.0.recover", StepState.DONE);
    passed("0.1", StepState.RUNNING);
    passed("0.1.0", StepState.DONE);
    passed("0.2", StepState.TIMEOUT);
    RunCounts counts = counter.counts();
    assertThat(counts.leaves()).isEqualTo(new Tally(1, 1, 0, 0, 1, 1));
    assertThat(counts.branches()).isEqualTo(new Tally(0, 1, 0, 0, 2, 0));
    assertThat(counts.leaves().total()).isEqualTo(4);
    assertThat(counts.atEnd().branches()).isEqualTo(new Tally(0, 1, 0, 0, 0, 2));
  }

  @Test
  void a_step_that_starts_afresh_is_pending_again() {
    passed("0.2", StepState.FAILED);
    passed("0.2", StepState.PENDING);
    passed("0.2", StepState.CANCELLED);
    assertThat(counter.counts().branches()).isEqualTo(new Tally(0, 0, 0, 1, 0, 2));
  }
}
