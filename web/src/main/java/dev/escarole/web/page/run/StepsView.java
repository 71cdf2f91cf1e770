package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a run as a table. Immutable.
 *
 * @param chosen states that are wanted; empty for all
 * @param text what is looked for in path, label and command; may be empty
 * @param next address of the steps that follow, or null if these are the last
 * @param first address of the first ones, or null if these are they
 */
public record StepsView(
    RunTitle head,
    Set<StepState> chosen,
    String text,
    List<Line> lines,
    @Nullable String next,
    @Nullable String first) {

  public StepsView {
    chosen = Set.copyOf(chosen);
    lines = List.copyOf(lines);
  }

  /**
   * A step.
   *
   * @param label empty if the author gave none
   * @param argv empty for a group
   * @param outcome in words; empty while it has not ended
   * @param since when it began; null if it does not go on
   */
  public record Line(
      String path,
      String address,
      String kind,
      String label,
      List<String> argv,
      String state,
      String outcome,
      String duration,
      @Nullable String since) {
    public Line {
      argv = List.copyOf(argv);
    }
  }

  /** The states that can be chosen. */
  public List<StepState> states() {
    return StateTally.ORDER;
  }
}
