package dev.escarole.engine.run;

import dev.escarole.engine.plan.GroupKind;
import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.Step;
import dev.escarole.recipe.template.FailureScope;
import org.jspecify.annotations.Nullable;

/**
 * Whether the author agreed to a failure that a group continued from.
 *
 * <p>The nearest {@code failure} that is written on the failed step or around it decides, and it
 * consents if it says {@code continue}. What holds by default is no consent. A lost branch also has
 * consent if the parallel node's {@code min_successful} is met; {@code branch} on the branch itself
 * only says how far its failure reaches, so there the parallel node decides. Immutable.
 */
final class ConsentRules {

  private final RunTree tree;

  ConsentRules(RunTree tree) {
    this.tree = tree;
  }

  /** Consent to the failure of a step that the sequence around it continued from; or null. */
  @Nullable Consent toStep(Step lost) {
    FailureScope own = written(lost);
    return own == null ? around(tree.parent(lost)) : consent(own);
  }

  /** Consent to the loss of a branch; or null. */
  @Nullable Consent toBranch(GroupStep parallel, Step lost, Join join) {
    if (isQuorumMet(join)) {
      return Consent.MIN_SUCCESSFUL;
    }
    return written(lost) == FailureScope.CONTINUE ? Consent.FAILURE_CONTINUE : around(parallel);
  }

  /** Consent to too few usable branches, although none of them failed; or null. */
  @Nullable Consent toJoin(GroupStep parallel, Join join) {
    return isQuorumMet(join) ? Consent.MIN_SUCCESSFUL : around(parallel);
  }

  private static boolean isQuorumMet(Join join) {
    Join.Verdict verdict = join.verdict();
    return verdict != null && verdict != Join.Verdict.INSUFFICIENT_DATA;
  }

  /** What is written on a step; a node around a single object has the word of that object. */
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
