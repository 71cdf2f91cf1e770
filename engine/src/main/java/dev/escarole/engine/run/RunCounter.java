package dev.escarole.engine.run;

import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Counts the leaves and branches of a run by state. Thread-safe. */
public final class RunCounter {

  /** Counted states of a step. */
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
        case RUNNING, AWAITING, WAITING, RECOVERING, STOPPING -> RUNNING;
        case DONE -> DONE;
        case FAILED, TIMEOUT -> FAILED;
        case SKIPPED -> SKIPPED;
        case CANCELLED -> CANCELLED;
      };
    }
  }

  /**
   * How a step is counted.
   *
   * @param leaf whether it is a leaf
   * @param branch whether it is a branch of a parallel node
   */
  public record Role(boolean leaf, boolean branch) {
    /** Not at all. */
    public static final Role NONE = new Role(false, false);
  }

  private final List<Role> roles;
  private final Stage[] stages;

  private final Counts leaves = new Counts();
  private final Counts branches = new Counts();

  /**
   * Creates a counter for a new run.
   *
   * @param roles of all steps, by their index
   */
  public RunCounter(List<Role> roles) {
    this.roles = List.copyOf(roles);
    this.stages = new Stage[roles.size()];
    Arrays.fill(stages, Stage.PENDING);
    this.roles.forEach(role -> count(role, Stage.PENDING, 1));
  }

  /** Creates a counter for a new run of this plan. */
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

  /** Records a change of a step's state. */
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
      leaves.add(stage, by);
    }
    if (role.branch()) {
      branches.add(stage, by);
    }
  }

  /** The current counts. */
  public synchronized RunCounts counts() {
    return new RunCounts(leaves.tally(), branches.tally());
  }

  /** How many are in each stage. */
  private static final class Counts {
    private int done;
    private int failed;
    private int skipped;
    private int cancelled;
    private int running;
    private int pending;

    void add(Stage stage, int by) {
      switch (stage) {
        case DONE -> done += by;
        case FAILED -> failed += by;
        case SKIPPED -> skipped += by;
        case CANCELLED -> cancelled += by;
        case RUNNING -> running += by;
        case PENDING -> pending += by;
      }
    }

    RunCounts.Tally tally() {
      return new RunCounts.Tally(done, failed, skipped, cancelled, running, pending);
    }
  }
}
