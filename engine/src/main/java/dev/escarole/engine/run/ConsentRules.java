package dev.escarole.engine.run;

import dev.escarole.engine.plan.GroupKind;
import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.Step;
import dev.escarole.recipe.template.FailureScope;
import org.jspecify.annotations.Nullable;

/**
 * Determines whether the author consented to a failure from which a group continued.
 *
 * <p>The nearest {@code failure} set on the failed step or an enclosing one decides: {@code
 * continue} is consent, the default is not. A lost branch also has consent if the parallel node's
 * {@code min_successful} is met. {@code branch} on the branch itself only limits how far its
 * failure reaches, so the parallel node decides. Immutable.
 */
final class ConsentRules {

  private final RunTree tree;

  ConsentRules(RunTree tree) {
    this.tree = tree;
  }

  /** Consent to the failure of a step in a sequence that continued, or null. */
  @Nullable Consent toStep(Step lost) {
    FailureScope own = written(lost);
    return own == null ? around(tree.parent(lost)) : consent(own);
  }

  /** Consent to the loss of a branch, or null. */
  @Nullable Consent toBranch(GroupStep parallel, Step lost, Join join) {
    if (isQuorumMet(join)) {
      return Consent.MIN_SUCCESSFUL;
    }
    return written(lost) == FailureScope.CONTINUE ? Consent.FAILURE_CONTINUE : around(parallel);
  }

  /** Consent to too few usable branches without failed ones, or null. */
  @Nullable Consent toJoin(GroupStep parallel, Join join) {
    return isQuorumMet(join) ? Consent.MIN_SUCCESSFUL : around(parallel);
  }

  private static boolean isQuorumMet(Join join) {
    Join.Verdict verdict = join.verdict();
    return verdict != null && verdict != Join.Verdict.INSUFFICIENT_DATA;
  }

  /** The failure scope set on a step, or on the single object inside a nested node. */
  private static @Nullable FailureScope written(Step step) {
    Step at = step;
    while (at.controls().failure() == null
        && at instanceof GroupStep group
        && group.kind() == GroupKind.NESTED
        && !group.children().isEmpty()) {
      at = group.children().get(0);
    }
    return at.controls().failure();
  }

  private @Nullable Consent around(@Nullable Step nearest) {
    for (Step step = nearest; step != null; step = tree.parent(step)) {
      FailureScope written = step.controls().failure();
      if (written != null) {
        return consent(written);
      }
    }
    return null;
  }

  private static @Nullable Consent consent(FailureScope written) {
    return written == FailureScope.CONTINUE ? Consent.FAILURE_CONTINUE : null;
  }
}
