package dev.escarole.web.page.recipe;

import dev.escarole.recipe.Severity;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.page.ProblemView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a launch. Immutable.
 *
 * @param shortHash the beginning of it, for people
 * @param skipped steps that would not run, without those inside them
 * @param rows the first steps in plan order
 * @param more steps that are not among them
 * @param directories those that commands would see
 */
public record PlanView(
    String hash,
    String shortHash,
    int steps,
    int leaves,
    long skipped,
    List<Row> rows,
    int more,
    List<Seen> directories,
    List<ProblemView> warnings) {

  private static final int MOST_ROWS = 300;
  private static final int DEEPEST_SHOWN = 12;
  private static final int SHORT_HASH = 12;

  /**
   * A step.
   *
   * @param depth how deep it stands, from 0
   * @param argv empty for a group and for a leaf that is skipped
   * @param controls what steers it
   * @param skipped why it would not run; null if it would
   * @param recovery whether it only runs between attempts of the step around it
   */
  public record Row(
      int depth,
      String path,
      String kind,
      @Nullable String label,
      List<String> argv,
      List<String> controls,
      @Nullable String skipped,
      boolean recovery) {}

  /**
   * A directory that commands would see.
   *
   * @param granted whether the policy lets the caller use it
   */
  public record Seen(String text, boolean granted) {}

  /**
   * Shows a plan.
   *
   * @param source the text of its recipe
   */
  static PlanView of(PlanDocument plan, String source) {
    Rows rows = new Rows(plan);
    rows.add(plan.steps().get(0).path(), 0, false);
    return new PlanView(
        plan.planHash(),
        plan.planHash().substring(0, SHORT_HASH),
        plan.steps().size(),
        plan.leaves(),
        plan.steps().stream().filter(step -> step.skipped() != null).count(),
        List.copyOf(rows.shown),
        plan.steps().size() - rows.shown.size(),
        plan.directories().stream()
            .map(text -> new Seen(text, !plan.deniedDirectories().contains(text)))
            .toList(),
        ProblemView.all(plan.warnings(), Severity.WARNING, source));
  }

  /** Collects the first rows in plan order. */
  private static final class Rows {
    private final Map<String, PlanDocument.PlannedStep> steps = new HashMap<>();
    private final List<Row> shown = new ArrayList<>();

    Rows(PlanDocument plan) {
      plan.steps().forEach(step -> steps.put(step.path(), step));
    }

    void add(String path, int depth, boolean recovery) {
      if (shown.size() == MOST_ROWS) {
        return;
      }
      PlanDocument.PlannedStep step = Objects.requireNonNull(steps.get(path));
      shown.add(row(step, Math.min(depth, DEEPEST_SHOWN), recovery));
      step.children().forEach(child -> add(child, depth + 1, false));
      if (step.recover() != null) {
        add(step.recover(), depth + 1, true);
      }
    }

    private static Row row(PlanDocument.PlannedStep step, int depth, boolean recovery) {
      return new Row(
          depth,
          step.path(),
          step.kind(),
          step.label(),
          step.argv(),
          step.settings(),
          step.skipped(),
          recovery);
    }
  }
}
