package dev.escarole.web.app.local;

import dev.escarole.engine.RerunPlan;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.PlanDiff;
import dev.escarole.engine.plan.Step;
import dev.escarole.web.app.run.RerunPreview;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/** Converts plans of reruns to replies. */
public final class RerunPreviews {

  private RerunPreviews() {}

  /**
   * The reply for a plan of a rerun.
   *
   * @param denied directories that the policy does not grant
   */
  public static RerunPreview of(RerunPlan plan, List<String> denied) {
    Set<Integer> lost = new HashSet<>();
    plan.lost().forEach(step -> lost.add(step.index()));
    List<RerunPreview.Change> changes = new ArrayList<>();
    for (PlanDiff.Entry entry : plan.diff().entries()) {
      Step before = entry.before();
      boolean loses = before != null && lost.contains(before.index());
      if (entry.kind() != PlanDiff.Kind.SAME || loses) {
        changes.add(change(entry, loses));
      }
    }
    List<Step> fresh = plan.fresh();
    return new RerunPreview(
        plan.plan().hash(),
        plan.diff().isEmpty(),
        plan.lost().size(),
        plan.reuse().size(),
        fresh.size(),
        fresh.stream().limit(RerunPreview.MOST_NAMED).map(RerunPreviews::fresh).toList(),
        plan.diff().changes(),
        denied,
        changes);
  }

  private static RerunPreview.FreshStep fresh(Step step) {
    return new RerunPreview.FreshStep(
        step.path(), step.label(), step.fold(LeafStep::argv, group -> List.<String>of()));
  }

  private static RerunPreview.Change change(PlanDiff.Entry entry, boolean loses) {
    Step after = entry.after();
    Step step = after == null ? Objects.requireNonNull(entry.before()) : after;
    return new RerunPreview.Change(
        entry.kind().name().toLowerCase(Locale.ROOT),
        step.path(),
        step.label(),
        step.fold(LeafStep::argv, group -> List.<String>of()),
        entry.changes(),
        loses);
  }
}
