package dev.escarole.web.page.run;

import org.jspecify.annotations.Nullable;

/** Follows the text that steps hand on, by the shape of the plan. */
final class Flow {

  private Flow() {}

  /** The step whose output this one reads; null if it reads the run's input. */
  static @Nullable Node source(Node node) {
    for (Node at = node; ; ) {
      Node parent = at.parent();
      if (parent == null) {
        return null;
      }
      int place = parent.children().indexOf(at);
      // A recovery and a branch read what the step around them read.
      if (place > 0 && !parent.isParallel()) {
        return parent.children().get(place - 1);
      }
      at = parent;
    }
  }

  /** The step that reads what this one hands on, or the join that takes it in; null at the end. */
  static @Nullable Node target(Node node) {
    for (Node at = node; ; ) {
      Node parent = at.parent();
      if (parent == null || parent.isParallel()) {
        return parent;
      }
      int place = parent.children().indexOf(at);
      if (place >= 0 && place + 1 < parent.children().size()) {
        return parent.children().get(place + 1);
      }
      at = parent;
    }
  }

  /** Whether the step belongs to a recovery, whose output nobody reads. */
  static boolean isInRecovery(Node node) {
    for (Node at = node; at != null; at = at.parent()) {
      if (at.step().recovery()) {
        return true;
      }
    }
    return false;
  }
}
