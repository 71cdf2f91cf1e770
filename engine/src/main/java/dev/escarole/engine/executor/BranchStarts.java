package dev.escarole.engine.executor;

import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import java.util.BitSet;

/**
 * Which leaves a branch of a parallel node begins with. Those wait in line behind what waits
 * already; a leaf inside a branch that has begun may go on ahead of it. Immutable.
 */
final class BranchStarts {

  private final BitSet first;

  private BranchStarts(BitSet first) {
    this.first = first;
  }

  /** Finds them in a plan; the cost is linear in its size. */
  static BranchStarts of(Plan plan) {
    BitSet first = new BitSet(plan.steps().size());
    for (Step step : plan.steps()) {
      if (step instanceof GroupStep group && group.isParallel()) {
        group.children().forEach(branch -> mark(branch, first));
      }
    }
    return new BranchStarts(first);
  }

  /** Marks the first leaf; what is skipped begins nothing. Returns whether something begins. */
  private static boolean mark(Step step, BitSet first) {
    if (step.isSkipped()) {
      return false;
    }
    if (!(step instanceof GroupStep group)) {
      first.set(step.index());
      return true;
    }
    // The branches of a parallel node inside are marked for themselves.
    return group.isParallel() || group.children().stream().anyMatch(child -> mark(child, first));
  }

  /** Whether this attempt of a leaf is the first thing that its branch does. */
  boolean begins(LeafStep leaf, int attempt) {
    return attempt == 1 && first.get(leaf.index());
  }
}
