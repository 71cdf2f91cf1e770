package dev.escarole.web.page.recipe;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanDiff;
import dev.escarole.recipe.Recipe;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.local.LaunchOrder;
import dev.escarole.web.app.local.WantedRecipe;
import java.util.Optional;

/**
 * Holds what is about to start against what the sender of the form has looked at: the recipe that
 * the form was made of, and the plan if it was previewed. Thread-safe.
 */
final class LaunchCheck {

  /** The field with the hash of the recipe's text. */
  static final String SOURCE = "seen-source";

  /** The field with the hash of the plan that was previewed. */
  static final String PLAN = "seen-plan";

  private final Installation service;
  private final SeenRecipes seen;

  LaunchCheck(Installation service, SeenRecipes seen) {
    this.service = service;
    this.seen = seen;
  }

  /**
   * What is different; empty if nothing is, or if the form says nothing of what was looked at.
   *
   * @param plan what would start
   */
  Optional<PlanChanges> changes(
      Actor actor, LaunchOrder order, SentForm sent, Recipe now, Plan plan) {
    String source = sent.first(SOURCE);
    String previewed = sent.first(PLAN);
    boolean samePlan = plan.hash().equals(previewed);
    if (samePlan || (source.isEmpty() && previewed.isEmpty())) {
      return Optional.empty();
    }
    if (source.isEmpty() || source.equals(SeenRecipes.hash(now))) {
      return previewed.isEmpty()
          ? Optional.empty()
          : Optional.of(
              PlanChanges.unknown("This is not the plan that you looked at: a value differs."));
    }
    return changed(actor, order, source, plan);
  }

  /**
   * The same for a launch that computes inputs: its plan cannot be known before, only the recipe.
   */
  Optional<PlanChanges> changes(SentForm sent, Recipe now) {
    String source = sent.first(SOURCE);
    return source.isEmpty() || source.equals(SeenRecipes.hash(now))
        ? Optional.empty()
        : Optional.of(
            PlanChanges.unknown(
                "The recipe has changed since you opened this page, and there is no plan before its"
                    + " inputs are computed. See its text below."));
  }

  private Optional<PlanChanges> changed(Actor actor, LaunchOrder order, String source, Plan plan) {
    String why = "The recipe has changed since you opened this page.";
    Plan before = seen.recipe(source).flatMap(old -> plan(actor, order, old)).orElse(null);
    if (before == null) {
      return Optional.of(
          PlanChanges.unknown(why + " What has changed cannot be said any more; see the plan."));
    }
    return before.hash().equals(plan.hash())
        ? Optional.empty()
        : Optional.of(PlanChanges.of(why, PlanDiff.between(before, plan)));
  }

  /** What the same values would have started then; empty if they would have started nothing. */
  private Optional<Plan> plan(Actor actor, LaunchOrder order, Recipe old) {
    try {
      WantedRecipe text = new WantedRecipe.Text(old.source(), old.fileName());
      return Optional.of(service.runs().plan(actor, order.withRecipe(text)));
    } catch (RefusedException e) {
      return Optional.empty();
    }
  }
}
