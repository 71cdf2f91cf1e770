package dev.escarole.engine.run;

import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanDiff;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.plan.StepNames;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Determines which results of an earlier run are valid for a rerun.
 *
 * <p>A leaf's result is kept if its command line is unchanged, the scope keeps its outcome, and no
 * step before it runs again: later steps read the output of earlier ones, and may read their files.
 * Branches of a parallel node are independent. In a sequence, the number of steps before it must be
 * unchanged. A step that waits is never kept: nobody has decided about the rerun. Immutable.
 */
public final class KeptSteps {

  private final Plan plan;
  private final PlanDiff diff;
  private final Earlier earlier;
  private final RerunScope scope;
  private final @Nullable Step chosen;

  /** By index in the new plan: steps in which something runs again. */
  private final BitSet fresh = new BitSet();

  /** By index in the new plan: the old leaf whose result is kept. */
  private final Map<Integer, LeafStep> kept = new HashMap<>();

  /**
   * How the steps of the earlier plan ended.
   *
   * @param states the last state of a step
   * @param ofCause whether a step failed of the cause that the scope names
   */
  public record Earlier(Function<Step, StepState> states, Predicate<Step> ofCause) {}

  private KeptSteps(Plan plan, PlanDiff diff, Earlier earlier, RerunScope scope) {
    this.plan = plan;
    this.diff = diff;
    this.earlier = earlier;
    this.scope = scope;
    this.chosen = scope.step() == null ? null : StepNames.find(plan, scope.step());
    if (scope.kind() == RerunScope.Kind.BRANCH && chosen != null && !isBranch(chosen)) {
      throw new IllegalArgumentException(
          "step " + chosen.path() + " is not a branch: it is not directly inside a parallel node");
    }
  }

  /**
   * Determines the kept steps.
   *
   * @param diff from the earlier run's plan to the new one's
   * @throws IllegalArgumentException if the scope's step is not in the new plan
   */
  public static KeptSteps of(Plan plan, PlanDiff diff, Earlier earlier, RerunScope scope) {
    KeptSteps steps = new KeptSteps(plan, diff, earlier, scope);
    steps.mark(plan.root(), scope.kind() == RerunScope.Kind.ALL);
    return steps;
  }

  private boolean isBranch(Step wanted) {
    return plan.steps().stream()
        .filter(step -> step instanceof GroupStep group && group.isParallel())
        .flatMap(step -> step.children().stream())
        .anyMatch(step -> step == wanted);
  }

  /**
   * @return whether anything in the step runs again
   */
  private boolean mark(Step step, boolean forced) {
    if (step.isSkipped()) {
      return false;
    }
    boolean afresh = forced || (step == chosen && scope.kind() != RerunScope.Kind.FAILED);
    boolean any = step.fold(leaf -> markLeaf(leaf, afresh), group -> markGroup(group, afresh));
    if (!any && step instanceof GroupStep group && failedOfCause(group)) {
      any = markGroup(group, true);
    }
    Step recover = step.recover();
    if (recover != null) {
      mark(recover, any);
    }
    fresh.set(step.index(), any);
    return any;
  }

  /** Whether a group failed of the wanted cause although all its steps ended well. */
  private boolean failedOfCause(GroupStep group) {
    Step before = diff.before(group);
    return before != null && earlier.ofCause().test(before);
  }

  private boolean markLeaf(LeafStep leaf, boolean afresh) {
    if (!afresh
        && leaf.awaits() == null
        && !plan.dependsOnFacts(leaf)
        && diff.before(leaf) instanceof LeafStep before
        && before.argv().equals(leaf.argv())
        && Objects.equals(before.handle(), leaf.handle())
        && before.controls().successCodes().equals(leaf.controls().successCodes())
        && isKept(leaf, before)) {
      kept.put(leaf.index(), before);
      return false;
    }
    kept.remove(leaf.index());
    return true;
  }

  private boolean isKept(LeafStep leaf, LeafStep before) {
    StepState state = earlier.states().apply(before);
    return state == StepState.DONE
        || ((state == StepState.FAILED || state == StepState.TIMEOUT) && staysFailed(leaf, before));
  }

  private boolean staysFailed(LeafStep leaf, LeafStep before) {
    return switch (scope.kind()) {
      case BRANCH -> true;
      case CAUSE -> !earlier.ofCause().test(before);
      case FAILED -> chosen != null && !(leaf.path() + ".").startsWith(chosen.path() + ".");
      case ALL, FROM -> false;
    };
  }

  private boolean markGroup(GroupStep group, boolean afresh) {
    boolean before = afresh;
    boolean any = afresh;
    for (int i = 0; i < group.children().size(); i++) {
      Step child = group.children().get(i);
      boolean inner = mark(child, before || (!group.isParallel() && !stoodThere(group, child, i)));
      any |= inner;
      before |= inner && !group.isParallel();
    }
    return any;
  }

  /** Whether the step is at the same position in its sequence as before. */
  private boolean stoodThere(GroupStep sequence, Step child, int position) {
    Step before = diff.before(sequence);
    Step then = diff.before(child);
    return before != null
        && then != null
        && position < before.children().size()
        && before.children().get(position).index() == then.index();
  }

  /** Whether nothing in the step runs again. */
  public boolean isWhollyKept(Step step) {
    return !fresh.get(step.index());
  }

  /** By index in the new plan: the leaves of the earlier plan whose results are kept. */
  public Map<Integer, LeafStep> kept() {
    return Map.copyOf(kept);
  }
}
