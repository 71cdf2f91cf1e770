package dev.escarole.engine.plan;

import dev.escarole.recipe.template.NearestName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the step that somebody means: by its path, or else by what it is called, where only one is.
 * A step is called what its label says, and a branch without one {@code branch N}, as in its join.
 */
public final class StepNames {

  private static final int MOST_NAMED = 5;

  private StepNames() {}

  /**
   * The step that is meant.
   *
   * @throws UnknownStepException if there is none, or more than one
   */
  public static Step find(Plan plan, String name) {
    List<Step> called = new ArrayList<>();
    Set<Integer> branches = branches(plan, name);
    for (Step step : plan.steps()) {
      if (step.path().equals(name)) {
        return step;
      }
      if ((!name.isEmpty() && name.equals(step.label())) || branches.contains(step.index())) {
        called.add(step);
      }
    }
    if (called.size() == 1) {
      return called.get(0);
    }
    throw called.isEmpty() ? unknown(plan, name) : ambiguous(called, name);
  }

  private static Set<Integer> branches(Plan plan, String name) {
    Set<Integer> found = new HashSet<>();
    for (Step step : plan.steps()) {
      if (step instanceof GroupStep group && group.isParallel()) {
        for (int i = 0; i < group.children().size(); i++) {
          if (group.branchLabel(i).equals(name)) {
            found.add(group.children().get(i).index());
          }
        }
      }
    }
    return found;
  }

  private static UnknownStepException ambiguous(List<Step> called, String name) {
    List<String> paths = called.stream().limit(MOST_NAMED).map(Step::path).toList();
    String more =
        called.size() > MOST_NAMED ? " and " + (called.size() - MOST_NAMED) + " more" : "";
    return new UnknownStepException(
        UnknownStepException.AMBIGUOUS,
        "%d steps are called '%s': %s%s"
            .formatted(called.size(), name, String.join(", ", paths), more),
        "Give the path of the one that is meant.");
  }

  private static UnknownStepException unknown(Plan plan, String name) {
    List<String> names = new ArrayList<>();
    for (Step step : plan.steps()) {
      names.add(step.path());
      if (step.label() != null && !step.label().isEmpty()) {
        names.add(step.label());
      }
    }
    String nearest = NearestName.of(name, names);
    return new UnknownStepException(
        UnknownStepException.UNKNOWN,
        "the plan has no step " + name,
        nearest == null
            ? "Give a path such as 0.2.1, or a label that only one step has."
            : "Did you mean " + nearest + "?");
  }
}
