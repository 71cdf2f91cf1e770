package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.recipe.RecipeReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Truncated output is never passed on as complete, and is marked. */
class CutOutputTest {

  @ParameterizedTest
  @CsvSource({
    "OUTPUT_TOO_LARGE, part, true",
    "OUTPUT_TOO_LARGE, '', true",
    "OUT_OF_FUEL, part, true",
    "OUT_OF_FUEL, '', false",
    "TIMED_OUT, part, true",
    "TIMED_OUT, '', false",
    "TRAPPED, part, false",
    "DENIED, '', false"
  })
  void output_that_a_limit_cut_is_not_handed_on(Kind kind, String printed, boolean cut) {
    String recipe =
        "[{\"template\": [{\"failure\": \"continue\", \"template\": \"big\"}, \"mid\"]}, \"end\"]";
    Plan plan =
        new PlanCompiler(PlanLimits.DEFAULTS)
            .compile(new RecipeReader().read(recipe, "test.json"), Map.of());
    RunMachine machine = new RunMachine(plan, Simulation.RUN);
    Effect.StartLeaf first = started(machine.start(Content.EMPTY));
    LeafResult ended =
        new LeafResult(Outcome.of(kind, "a limit"), Content.of(printed), Content.EMPTY, 0);
    Effect.StartLeaf second = started(machine.leafFinished(first.step(), 1, ended));

    assertThat(second.step().argv()).containsExactly("mid");
    assertThat(second.stdin().isEmpty()).isTrue();
    assertThat(result(machine, first.step()).cut()).isEqualTo(cut);
  }

  private static StepResult result(RunMachine machine, LeafStep step) {
    StepResult result = machine.result(step);
    assertThat(result).isNotNull();
    return result;
  }

  private static Effect.StartLeaf started(List<Effect> effects) {
    return effects.stream()
        .filter(Effect.StartLeaf.class::isInstance)
        .map(Effect.StartLeaf.class::cast)
        .findFirst()
        .orElseThrow();
  }
}
