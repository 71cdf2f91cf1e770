package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.plan.Step;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever the recipe and whenever somebody cancels: a run ends, in order, with nothing left. */
class RunMachinePropertyTest {

  private static final String[] LEAVES = {
    "say x",
    "cat",
    "fail 3 oh",
    "half y",
    "slow 7 z",
    "slow 30 w",
    "late 12",
    "flaky %d 2",
    "flaky %d 3"
  };

  @Property(tries = 2000)
  void every_run_ends_with_every_step_accounted_for(@ForAll long seed) {
    Simulation run = Simulation.run(new Recipes(seed).recipe());
    checkEnd(run);
  }

  @Property(tries = 1000)
  void a_cancelled_run_ends_soon(@ForAll long seed, @ForAll @IntRange(max = 60) int when) {
    Simulation run = Simulation.of(new Recipes(seed).recipe()).start().goOn(when).cancel();
    long asked = run.now;
    run.goOn(Long.MAX_VALUE);
    checkEnd(run);
    assertThat(run.now).isLessThanOrEqualTo(asked + 1);
  }

  @Property(tries = 300)
  void the_same_events_give_the_same_effects(@ForAll long seed) {
    String recipe = new Recipes(seed).recipe();
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

  /** Random recipes in which every setting occurs. */
  private static final class Recipes {
    private final Random random;
    private int flaky;

    Recipes(long seed) {
      this.random = new Random(seed);
    }

    String recipe() {
      return node(3);
    }

    private String node(int depth) {
      return "{" + settings(depth) + "\"template\": " + body(depth) + "}";
    }

    private String body(int depth) {
      int kind = depth == 0 ? 0 : random.nextInt(5);
      if (kind == 0) {
        return "\"" + LEAVES[random.nextInt(LEAVES.length)].formatted(flaky++) + "\"";
      }
      if (kind == 1) {
        return node(depth - 1);
      }
      StringBuilder children = new StringBuilder("[");
      int count = 1 + random.nextInt(4);
      for (int i = 0; i < count; i++) {
        children.append(i == 0 ? "" : ", ").append(node(depth - 1));
      }
      return children.append("]").toString();
    }

    private String settings(int depth) {
      StringBuilder settings = new StringBuilder();
      if (chance(3)) {
        settings.append("\"parallel\": true, ");
        settings.append(chance(2) ? "\"concurrency\": " + (1 + random.nextInt(3)) + ", " : "");
        settings.append(chance(4) ? "\"min_successful\": 1, " : "");
      }
      settings.append(chance(6) ? "\"repeat\": " + random.nextInt(4) + ", " : "");
      settings.append(chance(8) ? "\"when\": false, " : "");
      settings.append(chance(5) ? "\"delay\": " + random.nextInt(20) + ", " : "");
      settings.append(chance(6) ? "\"timeout\": " + random.nextInt(40) + ", " : "");
      settings.append(chance(4) ? "\"failure\": \"" + scope() + "\", " : "");
      if (chance(4)) {
        settings.append("\"retry\": ").append(1 + random.nextInt(3)).append(", ");
        settings.append(depth > 0 && chance(2) ? "\"recover\": " + node(depth - 1) + ", " : "");
      }
      return settings.toString().replace("\"min_successful\": 1", "\"min_successful\": 0");
    }

    private String scope() {
      return new String[] {"continue", "branch", "root"}[random.nextInt(3)];
    }

    private boolean chance(int oneIn) {
      return random.nextInt(oneIn) == 0;
    }
  }
}
