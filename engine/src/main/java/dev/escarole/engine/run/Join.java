package dev.escarole.engine.run;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The join of a parallel node's branches (standard, "Composition"; soft quorum).
 *
 * @param path place of the parallel node
 * @param label its label, or null
 * @param branches one entry per branch, in declaration order
 * @param usableBranches branches that ended with exit code 0 and printed output
 * @param minimum required usable branches, or null without a quorum
 */
public record Join(
    String path,
    @Nullable String label,
    List<Branch> branches,
    int usableBranches,
    @Nullable Integer minimum) {

  public Join {
    branches = List.copyOf(branches);
  }

  /**
   * How one branch ended.
   *
   * @param usable whether it is done and printed something, so that it counts towards a quorum
   */
  public record Branch(
      String path, String label, StepStatus status, int exitCode, boolean usable) {}

  /** Whether the quorum was reached. */
  public enum Verdict {
    /** Every branch that was not skipped is usable. */
    COMPLETE,
    /** Enough branches are usable, but not all. */
    DEGRADED,
    /** Fewer branches are usable than required. */
    INSUFFICIENT_DATA;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Number of branches in the plan. */
  public int expected() {
    return branches.size();
  }

  public int done() {
    return count(StepStatus.DONE);
  }

  /** Branches skipped by a condition. */
  public int skipped() {
    return count(StepStatus.SKIPPED);
  }

  /** Branches that failed, timed out or were cancelled. */
  public int failed() {
    return expected() - done() - skipped();
  }

  /** Share of done branches among those not skipped: 0 to 1, and 1 if all were skipped. */
  public double coverage() {
    int meant = expected() - skipped();
    return meant == 0 ? 1.0 : (double) done() / meant;
  }

  /** The verdict, or null without a quorum. */
  public @Nullable Verdict verdict() {
    if (minimum == null) {
      return null;
    }
    if (usableBranches < minimum) {
      return Verdict.INSUFFICIENT_DATA;
    }
    return usableBranches >= expected() - skipped() ? Verdict.COMPLETE : Verdict.DEGRADED;
  }

  /** Whether something is missing from the join. */
  public boolean degraded() {
    Verdict verdict = verdict();
    return failed() > 0 || (verdict != null && verdict != Verdict.COMPLETE);
  }

  /** Whether the rest is usable: a branch is done, and the quorum, if any, was reached. */
  public boolean usable() {
    return minimum == null ? done() > 0 : verdict() != Verdict.INSUFFICIENT_DATA;
  }

  /**
   * The word for the state of a parallel node: {@code degraded} or {@code unusable} for a node that
   * is done although something is missing, otherwise that of its state.
   *
   * @param state the node's state
   * @param join its join; null if not joined yet
   */
  public static String word(StepState state, @Nullable Join join) {
    if (state != StepState.DONE || join == null || !join.degraded()) {
      return state.word();
    }
    return join.usable() ? "degraded" : "unusable";
  }

  private int count(StepStatus status) {
    return (int) branches.stream().filter(branch -> branch.status() == status).count();
  }
}
