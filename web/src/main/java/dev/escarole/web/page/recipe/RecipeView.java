package dev.escarole.web.page.recipe;

import dev.escarole.web.app.recipe.LaunchInputs;
import dev.escarole.web.page.ProblemView;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the watched folder. Immutable.
 *
 * @param description as HTML that is safe; empty if there is none
 * @param problems of the present text, errors and warnings
 * @param source the present text
 * @param launch the launch form; null if the caller may not launch, or the recipe cannot be
 * @param history its last runs
 */
public record RecipeView(
    Head head,
    String description,
    List<ProblemView> problems,
    String source,
    @Nullable Launch launch,
    HistoryView history) {

  public RecipeView {
    problems = List.copyOf(problems);
  }

  /**
   * The header of the page.
   *
   * @param status {@code valid}, {@code warnings} or {@code invalid}
   * @param invalidSince since when an older version is in force; null if the present one or none is
   *     in force
   * @param whyNot why there is no form; may be empty
   */
  public record Head(
      String name,
      String address,
      String path,
      String kind,
      String status,
      Instant changed,
      @Nullable Instant invalidSince,
      boolean inForce,
      String whyNot) {}

  /** Whether a file for standard input came along with a form that is shown again. */
  public enum ChosenFile {
    /** None did. */
    NONE,
    /** One did, and it is still chosen, as a script puts the answer into the page. */
    KEPT,
    /** One did, and it has to be chosen again. */
    FORGOTTEN
  }

  /**
   * The form and its outcome.
   *
   * @param refusal why it was not launched or planned; empty if it was, or was not asked for
   * @param refusals the mistakes in recipe and values, if they are the reason
   * @param plan what would run; null unless that was asked for
   * @param changes how the plan differs from the one that was seen; null if it does not
   * @param source the version of the recipe that the form was made of
   * @param file whether a file was sent, and whether the browser keeps it
   */
  public record Launch(
      LaunchForm form,
      String refusal,
      String hint,
      List<ProblemView> refusals,
      @Nullable PlanView plan,
      @Nullable PlanChanges changes,
      String source,
      ChosenFile file) {

    public Launch {
      refusals = List.copyOf(refusals);
    }

    /** The form alone. */
    static Launch of(LaunchInputs inputs, FormInput input, boolean checked) {
      LaunchForm form = LaunchForm.of(inputs, input, checked);
      return new Launch(form, "", "", List.of(), null, null, inputs.version(), ChosenFile.NONE);
    }

    Launch withPlan(@Nullable PlanView newPlan) {
      return new Launch(form, refusal, hint, refusals, newPlan, changes, source, file);
    }

    Launch withChanges(PlanChanges newChanges) {
      return new Launch(form, refusal, hint, refusals, plan, newChanges, source, file);
    }

    Launch withRefusal(String newRefusal, String newHint, List<ProblemView> newRefusals) {
      return new Launch(form, newRefusal, newHint, newRefusals, plan, changes, source, file);
    }

    Launch withFile(ChosenFile newFile) {
      return new Launch(form, refusal, hint, refusals, plan, changes, source, newFile);
    }
  }
}
