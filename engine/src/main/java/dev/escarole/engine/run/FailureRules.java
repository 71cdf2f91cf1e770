package dev.escarole.engine.run;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.GroupKind;
import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Step;
import dev.escarole.recipe.template.FailureScope;
import java.util.List;

/**
 * Determines how far a failure reaches (standard, "Failure Propagation", "Recover").
 *
 * <p>The scope set on a step applies to that step; otherwise, the enclosing sequence decides.
 * Outside recoveries, the default is {@code continue}, except for steps that wait: what follows an
 * approval must not run without it, so their default is {@code branch}. Inside recoveries, the
 * recovery fails. The reach of an inner failure is never narrowed.
 */
final class FailureRules {

  private final RunTree tree;

  FailureRules(RunTree tree) {
    this.tree = tree;
  }

  /** How far the failure of a child of a group reaches. */
  FailureScope reach(GroupStep group, Step child, StepResult result) {
    FailureScope written = child.controls().failure();
    FailureScope own = written == null ? inherited(group, child) : written;
    FailureScope reach = wider(own, result.escalation());
    boolean wholeRun =
        reach == FailureScope.CONTINUE
            && group.kind() == GroupKind.SEQUENCE
            && group.children().size() == 1
            && tree.isOutermost(group);
    return wholeRun ? FailureScope.BRANCH : reach;
  }

  /** A parallel node's scope applies to its join, not to its branches. */
  private FailureScope inherited(GroupStep group, Step child) {
    if (group.isParallel()) {
      return FailureScope.CONTINUE;
    }
    boolean unset = group.controls().failure() == null;
    return unset && awaits(child) ? FailureScope.BRANCH : ownScope(group);
  }

  private static boolean awaits(Step step) {
    return step instanceof LeafStep leaf && leaf.awaits() != null;
  }

  private FailureScope ownScope(Step step) {
    FailureScope written = step.controls().failure();
    if (written != null) {
      return written;
    }
    return tree.isInsideRecovery(step) ? FailureScope.BRANCH : FailureScope.CONTINUE;
  }

  /**
   * How far a failed join reaches; {@code CONTINUE} if the join succeeded.
   *
   * @param results of the branches
   */
  FailureScope reachOfJoin(GroupStep parallel, Join join, List<StepResult> results) {
    boolean falls =
        join.minimum() == null
            ? join.failed() > 0
            : join.verdict() == Join.Verdict.INSUFFICIENT_DATA;
    if (!falls) {
      return FailureScope.CONTINUE;
    }
    return mayBeFollowed(parallel) && lacksAnswer(parallel, results)
        ? FailureScope.BRANCH
        : ownScope(parallel);
  }

  /** Whether steps may follow, and no author says how far a failure before them reaches. */
  private boolean mayBeFollowed(GroupStep group) {
    return group.controls().failure() == null
        && tree.parent(group) instanceof GroupStep around
        && (around.isParallel() || around.controls().failure() == null);
  }

  /** Whether a branch failed that ends with a wait, so that the steps after the join rely on it. */
  private static boolean lacksAnswer(GroupStep parallel, List<StepResult> results) {
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i).isFailure() && endsWithWait(parallel.children().get(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean endsWithWait(Step step) {
    List<Step> children = step.children();
    if (step instanceof GroupStep group && group.isParallel()) {
      return children.stream().anyMatch(FailureRules::endsWithWait);
    }
    return children.isEmpty() ? awaits(step) : endsWithWait(children.get(children.size() - 1));
  }

  StepResult failedJoin(Join join, List<StepResult> results, Content text, FailureScope reach) {
    for (StepResult result : results) {
      if (result.isFailure()) {
        return result.failingGroup(reach).withStdout(text);
      }
    }
    String reason =
        "only %d of at least %d branches are usable"
            .formatted(join.usableBranches(), join.minimum());
    return new StepResult(
        StepStatus.FAILED, Outcome.exited(1), text, Content.of(reason), reach, reason, false);
  }

  /** Whether a recovery with this result ends the retries. */
  boolean failsRecovery(Step recover, StepResult result) {
    boolean softened =
        recover.controls().failure() == FailureScope.CONTINUE
            && result.escalation() == FailureScope.CONTINUE;
    return result.isFailure() && !softened;
  }

  private static FailureScope wider(FailureScope a, FailureScope b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
