package dev.escarole.engine.plan;

import java.util.List;
import java.util.function.Consumer;

/** Invariants of a linked plan, to detect bugs in the compiler. */
final class PlanChecks {

  private static final List<Consumer<Plan>> ALL =
      List.of(
          PlanChecks::stepsAreNumberedInOrder,
          PlanChecks::childrenFollowTheirParent,
          PlanChecks::leavesHaveCommands,
          PlanChecks::skippedGroupsAreEmpty,
          PlanChecks::quorumsCanBeReached);

  private PlanChecks() {}

  /** Throws {@link IllegalStateException} for the first violated invariant. */
  static void check(Plan plan) {
    ALL.forEach(check -> check.accept(plan));
  }

  private static void stepsAreNumberedInOrder(Plan plan) {
    for (int i = 0; i < plan.steps().size(); i++) {
      hold(plan.step(i).index() == i, plan.step(i), "is numbered out of order");
    }
  }

  private static void childrenFollowTheirParent(Plan plan) {
    for (Step step : plan.steps()) {
      int previous = step.index();
      for (Step child : step.children()) {
        hold(child.index() > previous, child, "is before its parent or previous sibling");
        previous = child.index();
      }
    }
  }

  private static void leavesHaveCommands(Plan plan) {
    for (Step step : plan.steps()) {
      boolean empty = step instanceof LeafStep leaf && leaf.argv().isEmpty();
      hold(!empty || step.isSkipped(), step, "has no command");
    }
  }

  private static void skippedGroupsAreEmpty(Plan plan) {
    for (Step step : plan.steps()) {
      hold(!step.isSkipped() || step.children().isEmpty(), step, "is skipped but has children");
    }
  }

  private static void quorumsCanBeReached(Plan plan) {
    for (Step step : plan.steps()) {
      boolean reachable = step.controls().minSuccessful() <= step.children().size();
      hold(reachable, step, "needs more usable branches than it has");
    }
  }

  private static void hold(boolean invariant, Step step, String complaint) {
    if (!invariant) {
      throw new IllegalStateException("BUG: step " + step.path() + " " + complaint);
    }
  }
}
