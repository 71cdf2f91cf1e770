package dev.escarole.web.cli;

import dev.escarole.engine.RerunPlan;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.PlanDiff;
import dev.escarole.engine.plan.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says how a plan differs from that of an earlier run, and what that means for its results. */
final class DiffText {

  private static final int MOST = 200;

  private DiffText() {}

  /** One line for each difference, and a summary. */
  static List<String> lines(RerunPlan plan) {
    Set<Integer> lost = new HashSet<>();
    plan.lost().forEach(step -> lost.add(step.index()));
    List<String> lines = new ArrayList<>();
    for (PlanDiff.Entry entry : plan.diff().entries()) {
      Step before = entry.before();
      boolean loses = before != null && lost.contains(before.index());
      if (entry.kind() != PlanDiff.Kind.SAME || loses) {
        lines.add(line(entry, loses));
      }
    }
    if (lines.size() > MOST) {
      int more = lines.size() - MOST;
      lines.subList(MOST, lines.size()).clear();
      lines.add("and " + Texts.count(more, "difference", "differences") + " more");
    }
    lines.add(summary(plan));
    return lines;
  }

  private static String line(PlanDiff.Entry entry, boolean loses) {
    String result = loses ? " (its result no longer holds)" : "";
    return switch (entry.kind()) {
      case SAME -> "  same     " + name(entry.after()) + result;
      case ADDED -> "+ added    " + name(entry.after());
      case REMOVED -> "- removed  " + name(entry.before()) + result;
      case CHANGED ->
          "~ changed  "
              + name(entry.after())
              + ": "
              + Texts.plain(String.join(", ", entry.changes()))
              + result;
    };
  }

  private static String name(@Nullable Step step) {
    return step == null
        ? ""
        : Texts.step(step.path(), step.label(), step.fold(LeafStep::argv, group -> List.of()));
  }

  private static String summary(RerunPlan plan) {
    String lost =
        plan.lost().isEmpty()
            ? "no finished step is lost"
            : Texts.count(plan.lost().size(), "finished step", "finished steps")
                + " would run again";
    String changed = plan.diff().isEmpty() ? "the plan is the same; " : "";
    return changed
        + lost
        + ", "
        + Texts.count(plan.reuse().size(), "result", "results")
        + " would be reused";
  }
}
