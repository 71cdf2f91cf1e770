package dev.escarole.web.page.recipe;

import dev.escarole.web.app.recipe.LaunchInputs;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.run.RerunPreview;
import dev.escarole.web.page.words.Words;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the plan that would start differs from the one that the sender of the form has seen.
 * Immutable.
 *
 * @param why in a sentence
 * @param beside what differs beside the steps
 * @param steps the first steps that differ; empty if it is not known which do
 * @param more steps that differ and are not among them
 */
public record PlanChanges(
    String why, List<String> beside, List<PlanDocument.Change> steps, int more) {

  private static final String SOURCE = "seen-source";

  private static final String PLAN = "seen-plan";

  private static final int MOST = 50;
  private static final int LONGEST = 120;
  private static final int LONGEST_DIFFERENCES = 400;

  /** The version of the recipe that the form was made of, if it is not the present one. */
  static @Nullable String since(SentForm sent, LaunchInputs now) {
    String source = sent.first(SOURCE);
    return source.isEmpty() || source.equals(now.version()) ? null : source;
  }

  /**
   * The changes of a launch that computes inputs; empty if there are none. Its plan is not known,
   * only the recipe.
   */
  static Optional<PlanChanges> of(SentForm sent, LaunchInputs now) {
    return since(sent, now) == null
        ? Optional.empty()
        : unknown(
            "The recipe has changed since you opened this page, and there is no plan before its"
                + " inputs are computed. See its text below.");
  }

  /** The changes; empty if there are none, or if the form does not say what its sender has seen. */
  static Optional<PlanChanges> of(SentForm sent, LaunchInputs now, PlanDocument plan) {
    String previewed = sent.first(PLAN);
    if (plan.planHash().equals(previewed)) {
      return Optional.empty();
    }
    if (since(sent, now) == null) {
      return previewed.isEmpty()
          ? Optional.empty()
          : unknown("This is not the plan that you previewed: a value differs.");
    }
    String why = "The recipe has changed since you opened this page.";
    if (plan.changes() == null) {
      return unknown(why + " The differences are not known any more; see the plan.");
    }
    List<PlanDocument.Change> changes = plan.changes().steps();
    List<String> beside = plan.changes().planChanges();
    if (changes.isEmpty() && beside.isEmpty()) {
      return previewed.isEmpty()
          ? Optional.empty()
          : unknown("This is not the plan that you previewed: a value differs.");
    }
    return Optional.of(of(why, beside, changes, MOST));
  }

  private static PlanChanges of(
      String why, List<String> beside, List<PlanDocument.Change> changes, int most) {
    return new PlanChanges(
        why,
        beside.stream().limit(most).toList(),
        changes.stream().limit(most).toList(),
        Math.max(0, changes.size() - most));
  }

  /** Likewise, from the preview of a rerun. */
  static PlanChanges of(String why, RerunPreview preview, int most) {
    return of(
        why,
        preview.planChanges(),
        preview.changes().stream()
            .filter(change -> !change.kind().equals("same"))
            .map(
                change ->
                    new PlanDocument.Change(
                        change.kind(),
                        change.path(),
                        change.argv().isEmpty() ? "group" : "leaf",
                        change.label(),
                        change.argv(),
                        change.differences()))
            .toList(),
        most);
  }

  private static Optional<PlanChanges> unknown(String why) {
    return Optional.of(new PlanChanges(why, List.of(), List.of(), 0));
  }

  /** What differs in a step. */
  public static String differences(PlanDocument.Change change) {
    return Words.brief(String.join(", ", change.differences()), LONGEST_DIFFERENCES);
  }

  /** The label and command of a step that differs. */
  public static String what(PlanDocument.Change change) {
    String label = change.label();
    String command = change.argv().isEmpty() ? change.step() : Words.shell(change.argv());
    return Words.brief(
        label == null || label.isEmpty() ? command : label + ": " + command, LONGEST);
  }
}
