package dev.escarole.engine.plan;

import dev.escarole.recipe.template.NearestName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds a step by its path, or else by its unique name. The name of a step is its label, or {@code
 * branch N} for a branch without one, as in its join.
 */
public final class StepNames {

  private static final int MOST_NAMED = 5;

  private StepNames() {}

  /**
   * Finds the step.
   *
   * @throws UnknownStepException if there is no such step, or more than one
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
        "Use the path of one of them.");
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
            ? "Use a path such as 0.2.1, or a unique label."
            : "Did you mean " + nearest + "?");
  }
}
