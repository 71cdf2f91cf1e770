package dev.escarole.engine.executor;

import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import java.util.BitSet;

/**
 * The first leaf of each branch of parallel nodes. These queue behind other leaves, whereas later
 * leaves of a started branch may skip the queue. Immutable.
 */
final class BranchStarts {

  private final BitSet first;

  private BranchStarts(BitSet first) {
    this.first = first;
  }

  static BranchStarts of(Plan plan) {
    BitSet first = new BitSet(plan.steps().size());
    for (Step step : plan.steps()) {
      if (step instanceof GroupStep group && group.isParallel()) {
        group.children().forEach(branch -> mark(branch, first));
      }
    }
    return new BranchStarts(first);
  }

  /** Marks the first leaf that is not skipped; returns whether there is one. */
  private static boolean mark(Step step, BitSet first) {
    if (step.isSkipped()) {
      return false;
    }
    if (!(step instanceof GroupStep group)) {
      first.set(step.index());
      return true;
    }
    // The branches of an inner parallel node are marked separately.
    return group.isParallel() || group.children().stream().anyMatch(child -> mark(child, first));
  }

  /** Whether this attempt starts its branch. */
  boolean begins(LeafStep leaf, int attempt) {
    return attempt == 1 && first.get(leaf.index());
  }
}
