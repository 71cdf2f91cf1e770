package dev.escarole.engine.run;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a parallel node made of its branches (standard, "Composition"; soft quorum).
 *
 * @param path place of the parallel node
 * @param label its label, or null
 * @param branches one entry per branch, in declaration order
 * @param usableBranches branches that ended with exit code 0 and printed something
 * @param minimum how many usable branches the author wants, or null when no quorum was asked for
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

  /** How one branch ended. */
  public record Branch(String path, String label, StepStatus status, int exitCode) {}

  /** Whether a wanted quorum was reached. */
  public enum Verdict {
    /** Every branch that was to run is usable. */
    COMPLETE,
    /** Enough branches are usable, but not all. */
    DEGRADED,
    /** Fewer branches are usable than the author needs. */
    INSUFFICIENT_DATA;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Branches that the plan has. */
  public int expected() {
    return branches.size();
  }

  public int done() {
    return count(StepStatus.DONE);
  }

  /** Branches ruled out by a condition. */
  public int skipped() {
    return count(StepStatus.SKIPPED);
  }

  /** Branches that were to run and did not come through: failed, timed out or cancelled. */
  public int failed() {
    return expected() - done() - skipped();
  }

  /** Share of the branches that were to run which came through: 0 to 1, and 1 if none was to. */
  public double coverage() {
    int meant = expected() - skipped();
    return meant == 0 ? 1.0 : (double) done() / meant;
  }

  /** The verdict, or null when no quorum was asked for. */
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

  /** Whether what is left can be used: a branch came through, and a wanted quorum was reached. */
  public boolean usable() {
    return minimum == null ? done() > 0 : verdict() != Verdict.INSUFFICIENT_DATA;
  }

  /**
   * The one word for how a parallel node stands, for all who tell of it: that of its state, but for
   * a node that ended as done although something is missing. That is {@code degraded}, or {@code
   * unusable} if what is left is no use.
   *
   * @param state how far the node has come
   * @param join what it made of its branches; null if it has not
   */
  public static String word(StepState state, @Nullable Join join) {
    if (state != StepState.DONE || join == null || !join.degraded()) {
      return state.word();
    }
    return join.usable() ? "degraded" : "unusable";
  }

  private int count(StepStatus status) {
    int count = 0;
    for (Branch branch : branches) {
      if (branch.status() == status) {
        count++;
      }
    }
    return count;
  }
}
