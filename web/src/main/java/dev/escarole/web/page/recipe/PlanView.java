package dev.escarole.web.page.recipe;

import dev.escarole.engine.plan.ControlWords;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.web.page.ProblemView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a launch would run. Immutable.
 *
 * @param hash the plan's
 * @param shortHash the beginning of it, for people
 * @param skipped steps that would not run, those inside of others not counted
 * @param rows the first steps in plan order
 * @param more steps that are not among them
 * @param directories what commands would see
 * @param warnings what is doubtful
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

  /** Shows a plan. */
  static PlanView of(Plan plan, List<Seen> directories, List<ProblemView> warnings) {
    Rows rows = new Rows();
    rows.add(plan.root(), 0, false);
    return new PlanView(
        plan.hash(),
        plan.hash().substring(0, SHORT_HASH),
        plan.steps().size(),
        plan.leafCount(),
        plan.steps().stream().filter(Step::isSkipped).count(),
        List.copyOf(rows.shown),
        rows.more,
        directories,
        warnings);
  }

  /** Collects the rows in plan order. */
  private static final class Rows {
    private final List<Row> shown = new ArrayList<>();
    private int more;

    void add(Step step, int depth, boolean recovery) {
      if (shown.size() < MOST_ROWS) {
        shown.add(row(step, Math.min(depth, DEEPEST_SHOWN), recovery));
      } else {
        more++;
      }
      step.children().forEach(child -> add(child, depth + 1, false));
      Step recover = step.recover();
      if (recover != null) {
        add(recover, depth + 1, true);
      }
    }

    private static Row row(Step step, int depth, boolean recovery) {
      return new Row(
          depth,
          step.path(),
          step.kindWord(),
          step.label(),
          step.fold(LeafStep::argv, group -> List.of()),
          step.isSkipped() ? List.of() : ControlWords.of(step),
          step.skipReason(),
          recovery);
    }
  }
}
