package dev.escarole.web.page.recipe;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.PlanDiff;
import dev.escarole.engine.plan.Step;
import dev.escarole.web.page.words.Words;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * How the plan that would start differs from the one that somebody has looked at. Immutable.
 *
 * @param why in a sentence
 * @param steps the first steps that differ; empty if it is not known which do
 * @param more steps that differ and are not among them
 */
public record PlanChanges(String why, List<Change> steps, int more) {

  private static final int MOST = 50;
  private static final int LONGEST = 120;

  public PlanChanges {
    steps = List.copyOf(steps);
  }

  /**
   * A step that differs.
   *
   * @param kind {@code added}, {@code removed} or {@code changed}
   * @param what its label or command
   * @param how what is different in a changed one
   */
  public record Change(String kind, String path, String what, String how) {}

  /** Differences that nobody can name. */
  static PlanChanges unknown(String why) {
    return new PlanChanges(why, List.of(), 0);
  }

  static PlanChanges of(String why, PlanDiff diff) {
    List<Change> changes =
        diff.entries().stream()
            .filter(entry -> entry.kind() != PlanDiff.Kind.SAME)
            .map(PlanChanges::change)
            .toList();
    int shown = Math.min(MOST, changes.size());
    return new PlanChanges(why, changes.subList(0, shown), changes.size() - shown);
  }

  private static Change change(PlanDiff.Entry entry) {
    Step after = entry.after();
    Step step = after == null ? Objects.requireNonNull(entry.before()) : after;
    return new Change(
        entry.kind().name().toLowerCase(Locale.ROOT),
        step.path(),
        Words.brief(name(step), LONGEST),
        String.join(", ", entry.changes()));
  }

  private static String name(Step step) {
    String label = step.label();
    List<String> argv = step.fold(LeafStep::argv, group -> List.of());
    String command = argv.isEmpty() ? step.kindWord() : Words.shell(argv);
    return label == null || label.isEmpty() ? command : label + ": " + command;
  }
}
