package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.RunHistory.MachineEvent;
import dev.escarole.engine.run.RunReplay.RestoredRun;
import dev.escarole.recipe.RecipeReader;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** For any recipe and any crash, the run continues as if nothing had happened. */
class RunReplayPropertyTest {

  private static Plan plan(String recipe) {
    return new PlanCompiler(PlanLimits.DEFAULTS)
        .compile(new RecipeReader().read(recipe, "test.json"), Map.of());
  }

  /** Clocks and races aside, which decide by themselves what a run comes to. */
  private static String timeless(String recipe) {
    return recipe.replaceAll("\"timeout\": \\d+, ", "").replace("\"root\"", "\"branch\"");
  }

  @Property(tries = 3000)
  void a_run_that_dies_again_and_again_comes_to_the_result_of_an_undisturbed_one(
      @ForAll long seed) {
    Plan plan = plan(timeless(new RandomRecipes(seed).recipe()));
    CrashingWorld undisturbed = new CrashingWorld(plan, seed).start().runToEnd();
    CrashingWorld disturbed = new CrashingWorld(plan, seed).start();
    Random random = new Random(seed);
    for (int crashes = random.nextInt(1, 5); crashes > 0; crashes--) {
      runAWhile(disturbed, random);
      disturbed.perform(disturbed.crash(0, random.nextInt(50)).effects());
    }
    disturbed.runToEnd();
    assertThat(disturbed.mistakes).isEmpty();
    assertSameEnd(disturbed, undisturbed, plan);
  }

  private static void runAWhile(CrashingWorld world, Random random) {
    for (int steps = random.nextInt(40); steps > 0 && world.step(); steps--) {
      // Each step is checked where it happens.
    }
  }

  private static void assertSameEnd(CrashingWorld actual, CrashingWorld expected, Plan plan) {
    assertThat(actual.over).isNotNull();
    assertThat(expected.over).isNotNull();
    assertThat(actual.over.status()).isEqualTo(expected.over.status());
    assertThat(actual.over.acceptance()).isEqualTo(expected.over.acceptance());
    assertThat(actual.over.result().stdout().text())
        .isEqualTo(expected.over.result().stdout().text());
    assertThat(actual.machine.joins()).isEqualTo(expected.machine.joins());
    for (Step step : plan.steps()) {
      assertThat(actual.machine.state(step)).isEqualTo(expected.machine.state(step));
      assertThat(decided(actual, step)).as(step.path()).isEqualTo(decided(expected, step));
      if (step instanceof LeafStep leaf) {
        assertThat(actual.machine.tries(leaf)).isEqualTo(expected.machine.tries(leaf));
      }
    }
    assertThat(actual.joinsOnRecord())
        .containsExactlyInAnyOrderElementsOf(expected.joinsOnRecord());
  }

  /** Who has to wait for a slot is a matter of time. */
  private static List<StepState> decided(CrashingWorld world, Step step) {
    return world.states(step).stream().filter(state -> state != StepState.QUEUED).toList();
  }

  @Property(tries = 3000)
  void with_all_on_record_the_machine_stands_where_it_stood(@ForAll long seed) {
    Plan plan = plan(new RandomRecipes(seed).recipe());
    CrashingWorld world = new CrashingWorld(plan, seed).start();
    Random random = new Random(seed);
    runAWhile(world, random);
    if (random.nextInt(3) == 0) {
      world.tell(someCancel(plan, random));
    }
    RunMachine before = world.machine;
    Set<String> underWay = world.underWay();
    boolean over = world.over != null;

    RestoredRun restored = world.crash(Integer.MAX_VALUE, 0);
    for (Step step : plan.steps()) {
      assertThat(restored.machine().state(step)).as(step.path()).isEqualTo(before.state(step));
      assertThat(shown(restored.machine().result(step))).isEqualTo(shown(before.result(step)));
    }
    assertThat(restored.machine().joins()).isEqualTo(before.joins());
    int journalled = world.journalled();
    world.perform(restored.effects().stream().filter(CrashingWorld::isReport).toList());
    assertThat(world.journalled()).as("nothing is told twice").isEqualTo(journalled);
    world.perform(restored.effects());
    assertThat(world.underWay()).isEqualTo(underWay);
    assertThat(world.over != null).isEqualTo(over);
  }

  private static String shown(@Nullable StepResult result) {
    return result == null
        ? "none"
        : result.stdout().text()
            + result.stderr().text()
            + result.status()
            + result.outcome()
            + result.escalation()
            + result.reason();
  }

  private static MachineEvent someCancel(Plan plan, Random random) {
    return random.nextBoolean()
        ? new MachineEvent.RunCancelled()
        : new MachineEvent.StepCancelled(plan.step(random.nextInt(plan.steps().size())));
  }

  @Property(tries = 3000)
  void whatever_is_lost_every_run_ends_and_nothing_on_record_runs_again(@ForAll long seed) {
    Plan plan = plan(new RandomRecipes(seed).recipe());
    CrashingWorld world = new CrashingWorld(plan, seed).start();
    Random random = new Random(seed);
    for (int crashes = random.nextInt(1, 6); crashes > 0; crashes--) {
      runAWhile(world, random);
      if (random.nextInt(4) == 0) {
        world.tell(someCancel(plan, random));
      }
      world.perform(world.crash(0, random.nextInt(50)).effects());
    }
    world.runToEnd();
    assertThat(world.mistakes).isEmpty();
    assertThat(world.over).as("the run is over").isNotNull();
    for (Step step : plan.steps()) {
      StepState state = world.machine.state(step);
      boolean neverNeeded = step.path().contains("recover") && state == StepState.PENDING;
      assertThat(state.isEnded() || neverNeeded).as("step %s is %s", step.path(), state).isTrue();
    }
  }
}
