package dev.escarole.recipe;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the enclosing nodes, as far as they are known without values.
 *
 * @param defaults names with a default in the innermost of these nodes
 * @param inArgs names with a default in that node's {@code args}; null if it has no {@code args}
 * @param conditional whether one of these nodes may be skipped
 * @param outer the nodes around the innermost one
 */
record Surroundings(
    Set<String> defaults,
    @Nullable Set<String> inArgs,
    boolean conditional,
    @Nullable Surroundings outer) {
  /** Outside every node. */
  static final Surroundings NONE = new Surroundings(Set.of(), null, false, null);

  /** Returns the surroundings inside a node. */
  Surroundings inside(Set<String> names, @Nullable Set<String> namesInArgs, boolean mayBeSkipped) {
    return new Surroundings(names, namesInArgs, conditional || mayBeSkipped, this);
  }

  /** Whether {@code name} has a default. */
  boolean fills(String name) {
    boolean replaced = false;
    for (Surroundings at = this; at != null; at = at.outer) {
      boolean args = !replaced && at.inArgs != null && at.inArgs.contains(name);
      if (args || at.defaults.contains(name)) {
        return true;
      }
      replaced |= at.inArgs != null;
    }
    return false;
  }

  /** The same for text in the default of {@code name}, which cannot refer to itself. */
  boolean fillsBeyond(String name) {
    return outer != null && outer.fills(name);
  }
}
