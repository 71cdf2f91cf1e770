package dev.escarole.samples.bench.clustersoak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.schedule.Schedule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a soak plans, and how it counts planned times. */
class SoakPlanTest {

  private static final long BEGIN = Instant.parse("2026-11-29T10:00:07Z").toEpochMilli();

  @Test
  void an_hour_has_ten_thousand_times_and_files_and_many_faults_of_each_kind() {
    SoakPlan plan = SoakPlan.of(1, BEGIN, 60, 10_000, 10_000);
    assertThat(plan.schedules().stream().mapToLong(each -> each.times().count()).sum())
        .isBetween(10_000L, 10_720L);
    Set<Long> contents = new HashSet<>();
    plan.drops().forEach(each -> contents.add(each.content()));
    assertThat(plan.drops()).hasSize(10_000);
    assertThat(contents).as("a tenth are copies").hasSize(9_000);
    for (Fault.Kind kind : Fault.Kind.values()) {
      assertThat(plan.faults()).filteredOn(each -> each.kind() == kind).hasSizeGreaterThan(8);
    }
  }

  @Test
  void same_seed_plans_the_same() {
    assertThat(SoakPlan.of(5, BEGIN, 10, 100, 100)).isEqualTo(SoakPlan.of(5, BEGIN, 10, 100, 100));
    assertThat(SoakPlan.of(5, BEGIN, 10, 100, 100).faults())
        .isNotEqualTo(SoakPlan.of(6, BEGIN, 10, 100, 100).faults());
  }

  @Test
  void three_minutes_have_a_fault_of_each_kind() {
    for (int seed = 0; seed < 100; seed++) {
      EnumSet<Fault.Kind> kinds = EnumSet.noneOf(Fault.Kind.class);
      SoakPlan.of(seed, BEGIN, 3, 1, 1).faults().forEach(each -> kinds.add(each.kind()));
      assertThat(kinds).as("seed " + seed).hasSize(Fault.Kind.values().length);
    }
  }

  /** The checker counts times by itself; here the recipe's own rule says the same. */
  @Test
  void planned_times_are_those_of_the_recipe() {
    SoakPlan plan = SoakPlan.of(1, BEGIN, 3, 300, 1);
    for (PlannedSchedule each : plan.schedules()) {
      Recipe recipe = new RecipeReader().read(each.source(), each.recipe() + ".json");
      Schedule schedule = recipe.schedules().get(0);
      List<Long> times = new ArrayList<>();
      Instant next = schedule.next(Instant.ofEpochMilli(BEGIN - 100_000));
      while (next != null) {
        times.add(next.toEpochMilli());
        next = schedule.next(next);
      }
      assertThat(each.times().boxed().toList()).as(each.source()).isEqualTo(times);
    }
  }

  @Test
  void failover_times_are_counted_from_the_fault_to_the_first_resumption() {
    SoakWorld world = new SoakWorld();
    world.replace("tick-0", resumed(world.find("tick-0"), 1_000, 9_000));
    world.replace("tick-1", resumed(world.find("tick-1"), 7_000));
    world.replace("tick-2", resumed(world.find("tick-2"), 70_000));
    world.faults.add(fault(Fault.Kind.KILL, 5_000, "tick-0", "tick-1", "tick-3", "gone"));
    world.faults.add(fault(Fault.Kind.KILL, 60_000, "tick-2"));
    world.faults.add(fault(Fault.Kind.KILL, 80_000));
    world.faults.add(fault(Fault.Kind.FREEZE, 1, "tick-0"));
    FailoverTimes times = FailoverTimes.of(Fault.Kind.KILL, world.journal(), world.evidence());
    assertThat(times.first()).containsExactly(2_000L, 10_000L);
    assertThat(times.all()).containsExactly(2_000L, 4_000L, 10_000L);
    assertThat(times.words()).contains("2.0 / 10.0 / 10.0 s (2 faults)", "2.0 / 4.0 / 10.0 s (3");
  }

  private static Fault fault(Fault.Kind kind, long after, String... runs) {
    long at = SoakWorld.BEGIN + after;
    return new Fault(kind, "node-a", at, at + 1_000, List.of(runs));
  }

  private static Evidence.Run resumed(Evidence.Run run, long... after) {
    List<Long> times = new ArrayList<>();
    for (long each : after) {
      times.add(SoakWorld.BEGIN + each);
    }
    return new Evidence.Run(
        run.id(),
        run.recipe(),
        run.key(),
        run.status(),
        run.startedMillis(),
        run.endedMillis(),
        run.stdoutSha256(),
        run.attempts(),
        times);
  }

  @Test
  void options_have_usual_values_for_the_time() {
    ClusterSoakOptions usual = ClusterSoakOptions.read(List.of(), 9);
    assertThat(usual).isEqualTo(new ClusterSoakOptions(60, 10_000, 10_000, 9, null, null));
    ClusterSoakOptions short_ =
        ClusterSoakOptions.read(List.of("--minutes", "6", "--files", "5"), 9);
    assertThat(short_.firings()).isEqualTo(1_000);
    assertThat(short_.files()).isEqualTo(5);
    assertThatThrownBy(() -> ClusterSoakOptions.read(List.of("--minutes", "0"), 9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--minutes");
  }
}
