package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.plan.Step;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** For any recipe and any cancellation, a run ends in order and completely. */
class RunMachinePropertyTest {

  @Property(tries = 2000)
  void every_run_ends_with_every_step_accounted_for(@ForAll long seed) {
    Simulation run = Simulation.run(new RandomRecipes(seed).recipe());
    checkEnd(run);
  }

  @Property(tries = 1000)
  void a_cancelled_run_ends_soon(@ForAll long seed, @ForAll @IntRange(max = 60) int when) {
    Simulation run = Simulation.of(new RandomRecipes(seed).recipe()).start().goOn(when).cancel();
    long asked = run.now;
    run.goOn(Long.MAX_VALUE);
    checkEnd(run);
    assertThat(run.now).isLessThanOrEqualTo(asked + 1);
  }

  @Property(tries = 300)
  void the_same_events_give_the_same_effects(@ForAll long seed) {
    String recipe = new RandomRecipes(seed).recipe();
    Simulation first = Simulation.run(recipe);
    Simulation second = Simulation.run(recipe);
    assertThat(second.trace).isEqualTo(first.trace);
    assertThat(second.states).isEqualTo(first.states);
    assertThat(second.stdout()).isEqualTo(first.stdout());
  }

  private static void checkEnd(Simulation run) {
    assertThat(run.over).as("the run is over").isNotNull();
    assertThat(run.mostAtOnce).isGreaterThanOrEqualTo(0);
    for (Step step : run.steps()) {
      StepState state = run.machine().state(step);
      boolean neverNeeded = step.path().contains("recover") && state == StepState.PENDING;
      assertThat(state.isEnded() || neverNeeded).as("step %s is %s", step.path(), state).isTrue();
    }
    assertThat(run.leavesRunning()).as("leaves left running").isZero();
    assertThat(run.capsExceeded()).as("caps exceeded").isEmpty();
  }
}
