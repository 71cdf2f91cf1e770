package dev.escarole.engine.run;

import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts how far the leaves and branches of a run have come, step by step. Thread-safe. */
public final class RunCounter {

  /** How far a step has come, as far as it is counted. */
  private enum Stage {
    DONE,
    FAILED,
    SKIPPED,
    CANCELLED,
    RUNNING,
    PENDING;

    static Stage of(StepState state) {
      return switch (state) {
        case PENDING, DELAYED, QUEUED -> PENDING;
        case RUNNING, WAITING, RECOVERING, STOPPING -> RUNNING;
        case DONE -> DONE;
        case FAILED, TIMEOUT -> FAILED;
        case SKIPPED -> SKIPPED;
        case CANCELLED -> CANCELLED;
      };
    }
  }

  /**
   * What a step counts as.
   *
   * @param leaf whether as a leaf
   * @param branch whether as a branch of a parallel node
   */
  public record Role(boolean leaf, boolean branch) {
    /** Not at all. */
    public static final Role NONE = new Role(false, false);
  }

  private final List<Role> roles;
  private final Stage[] stages;
  private final Map<Stage, Integer> leaves = new EnumMap<>(Stage.class);
  private final Map<Stage, Integer> branches = new EnumMap<>(Stage.class);

  /**
   * A counter for a run in which nothing has happened.
   *
   * @param roles of all steps, by their index
   */
  public RunCounter(List<Role> roles) {
    this.roles = List.copyOf(roles);
    this.stages = new Stage[roles.size()];
    Arrays.fill(stages, Stage.PENDING);
    this.roles.forEach(role -> count(role, Stage.PENDING, 1));
  }

  /** A counter for a run of this plan in which nothing has happened. */
  public static RunCounter of(Plan plan) {
    List<Role> roles = new ArrayList<>(Collections.nCopies(plan.steps().size(), Role.NONE));
    assign(plan.root(), false, roles);
    return new RunCounter(roles);
  }

  private static void assign(Step step, boolean branch, List<Role> roles) {
    roles.set(step.index(), new Role(step instanceof LeafStep, branch));
    boolean parallel = step instanceof GroupStep group && group.isParallel();
    step.children().forEach(child -> assign(child, parallel, roles));
  }

  /** Takes in that a step passed to another state. */
  public synchronized void passed(int index, StepState state) {
    Stage stage = Stage.of(state);
    Stage before = stages[index];
    if (stage != before) {
      stages[index] = stage;
      count(roles.get(index), before, -1);
      count(roles.get(index), stage, 1);
    }
  }

  private void count(Role role, Stage stage, int by) {
    if (role.leaf()) {
      leaves.merge(stage, by, Integer::sum);
    }
    if (role.branch()) {
      branches.merge(stage, by, Integer::sum);
    }
  }

  /** How far they have come now. */
  public synchronized RunCounts counts() {
    return new RunCounts(tally(leaves), tally(branches));
  }

  private static RunCounts.Tally tally(Map<Stage, Integer> counts) {
    return new RunCounts.Tally(
        counts.getOrDefault(Stage.DONE, 0),
        counts.getOrDefault(Stage.FAILED, 0),
        counts.getOrDefault(Stage.SKIPPED, 0),
        counts.getOrDefault(Stage.CANCELLED, 0),
        counts.getOrDefault(Stage.RUNNING, 0),
        counts.getOrDefault(Stage.PENDING, 0));
  }
}
