package dev.escarole.engine.run;

import dev.escarole.engine.plan.GroupKind;
import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The parents of a plan's steps, which the steps themselves do not have. Immutable. */
final class RunTree {

  private static final int NONE = -1;

  private final Plan plan;
  private final int[] parent;
  private final int[] position;
  private final int[] end;
  private final boolean[] insideRecovery;

  RunTree(Plan plan) {
    int size = plan.steps().size();
    this.plan = plan;
    this.parent = new int[size];
    this.position = new int[size];
    this.end = new int[size];
    this.insideRecovery = new boolean[size];
    Arrays.fill(parent, NONE);
    Arrays.fill(position, NONE);
    linkDownwards();
    measureUpwards();
  }

  private void linkDownwards() {
    for (Step step : plan.steps()) {
      int place = 0;
      for (Step child : step.children()) {
        adopt(step, child, place++, insideRecovery[step.index()]);
      }
      Step recover = step.recover();
      if (recover != null) {
        adopt(step, recover, NONE, true);
      }
    }
  }

  private void adopt(Step owner, Step child, int place, boolean recovery) {
    parent[child.index()] = owner.index();
    position[child.index()] = place;
    insideRecovery[child.index()] = recovery;
  }

  private void measureUpwards() {
    for (int i = end.length - 1; i >= 0; i--) {
      end[i] = Math.max(end[i], i + 1);
      if (parent[i] != NONE) {
        end[parent[i]] = Math.max(end[parent[i]], end[i]);
      }
    }
  }

  Plan plan() {
    return plan;
  }

  int size() {
    return end.length;
  }

  /** The step that contains the given one as a child or recovery; null for the root. */
  @Nullable Step parent(Step step) {
    int index = parent[step.index()];
    return index == NONE ? null : plan.step(index);
  }

  /** Position among the siblings, from 0. */
  int position(Step step) {
    return position[step.index()];
  }

  /** Whether the step is the root of a recovery. */
  boolean isRecovery(Step step) {
    return parent[step.index()] != NONE && position[step.index()] == NONE;
  }

  /** Whether the step is in a recovery, at any depth. */
  boolean isInsideRecovery(Step step) {
    return insideRecovery[step.index()];
  }

  /** First index after the step's descendants, including its recovery. */
  int end(Step step) {
    return end[step.index()];
  }

  /** First index after the step's children and their descendants, without its recovery. */
  int endOfChildren(Step step) {
    Step recover = step.recover();
    return recover == null ? end(step) : recover.index();
  }

  /** Whether the group is the run's outermost sequence, ignoring enclosing nested objects. */
  boolean isOutermost(GroupStep group) {
    Step above = parent(group);
    while (above instanceof GroupStep nest && nest.kind() == GroupKind.NESTED) {
      above = parent(above);
    }
    return above == null;
  }
}
