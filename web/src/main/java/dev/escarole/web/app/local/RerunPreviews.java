package dev.escarole.web.app.local;

import dev.escarole.engine.RerunPlan;
import dev.escarole.engine.plan.GroupStep;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.PlanDiff;
import dev.escarole.engine.plan.Step;
import dev.escarole.web.app.run.RerunPreview;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/** Converts a plan of a rerun to a reply. Used once, by one thread. */
public final class RerunPreviews {

  private static final int MOST_NAMES = 20;
  private static final int MOST_JOINS = 100;

  private final RerunPlan plan;

  /** By index: leaves that run again, and groups with such leaves. */
  private final BitSet again = new BitSet();

  private final List<RerunPreview.Fan> joins = new ArrayList<>();

  private RerunPreviews(RerunPlan plan) {
    this.plan = plan;
    mark(plan.plan().root());
    look(plan.plan().root());
  }

  /**
   * The reply for a plan of a rerun.
   *
   * @param denied directories that the policy does not grant
   */
  public static RerunPreview of(RerunPlan plan, List<String> denied) {
    return new RerunPreviews(plan).preview(denied);
  }

  private RerunPreview preview(List<String> denied) {
    List<Step> fresh = plan.fresh();
    return new RerunPreview(
        plan.plan().hash(),
        plan.diff().isEmpty(),
        plan.lost().size(),
        plan.reuse().size(),
        fresh.size(),
        fresh.stream().limit(RerunPreview.MOST_NAMED).map(RerunPreviews::fresh).toList(),
        joins,
        plan.diff().changes(),
        denied,
        changes());
  }

  /** Recoveries are left out: nobody knows whether they will be needed. */
  private boolean mark(Step step) {
    boolean any = false;
    if (step instanceof LeafStep leaf) {
      any = !step.isSkipped() && !plan.reuse().has(leaf);
    } else if (!step.isSkipped()) {
      for (Step child : step.children()) {
        any |= mark(child);
      }
    }
    again.set(step.index(), any);
    return any;
  }

  private void look(Step step) {
    if (!again.get(step.index()) || joins.size() >= MOST_JOINS) {
      return;
    }
    if (step instanceof GroupStep group && group.isParallel()) {
      joins.add(fan(group));
    }
    step.children().forEach(this::look);
  }

  private RerunPreview.Fan fan(GroupStep group) {
    List<String> names = new ArrayList<>();
    int branches = 0;
    int running = 0;
    for (int i = 0; i < group.children().size(); i++) {
      Step branch = group.children().get(i);
      branches += branch.isSkipped() ? 0 : 1;
      if (again.get(branch.index())) {
        running++;
        if (names.size() < MOST_NAMES) {
          names.add(group.branchLabel(i));
        }
      }
    }
    return new RerunPreview.Fan(group.path(), group.label(), branches, running, names);
  }

  private List<RerunPreview.Change> changes() {
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
    return changes;
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
