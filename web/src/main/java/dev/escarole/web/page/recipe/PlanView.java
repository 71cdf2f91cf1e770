package dev.escarole.web.page.recipe;

import dev.escarole.recipe.Severity;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.page.ProblemView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The plan of a launch.
 *
 * @param rows the first steps in plan order
 */
public record PlanView(PlanDocument plan, List<Row> rows, List<ProblemView> warnings) {

  private static final int MOST_ROWS = 300;
  private static final int DEEPEST_SHOWN = 12;

  /**
   * A step.
   *
   * @param depth how deep it stands, from 0
   * @param recovery whether it only runs between attempts of the step around it
   */
  public record Row(int depth, PlanDocument.PlannedStep step, boolean recovery) {}

  /** Whether a step comes from another file than the recipe's own. */
  public boolean isImported(PlanDocument.PlannedStep step) {
    return step.source() != null
        && !plan.sources().isEmpty()
        && !step.source().equals(plan.sources().get(0).path());
  }

  static PlanView of(PlanDocument plan, ProblemView.ShownFile file) {
    Map<String, PlanDocument.PlannedStep> steps = new HashMap<>();
    plan.steps().forEach(step -> steps.put(step.path(), step));
    List<Row> rows = new ArrayList<>();
    add(rows, steps, plan.steps().get(0).path(), 0, false);
    return new PlanView(plan, rows, ProblemView.all(plan.warnings(), Severity.WARNING, file));
  }

  private static void add(
      List<Row> rows,
      Map<String, PlanDocument.PlannedStep> steps,
      String path,
      int depth,
      boolean recovery) {
    if (rows.size() == MOST_ROWS) {
      return;
    }
    PlanDocument.PlannedStep step = Objects.requireNonNull(steps.get(path));
    rows.add(new Row(Math.min(depth, DEEPEST_SHOWN), step, recovery));
    step.children().forEach(child -> add(rows, steps, child, depth + 1, false));
    if (step.recover() != null) {
      add(rows, steps, step.recover(), depth + 1, true);
    }
  }

  /** Steps that would not run, without those inside them. */
  public long skipped() {
    return plan.steps().stream().filter(step -> step.skipped() != null).count();
  }
}
