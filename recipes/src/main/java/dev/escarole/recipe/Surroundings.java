package dev.escarole.recipe;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the nodes around a place say, as far as it can be known without values.
 *
 * @param defaults names that the innermost of these nodes has defaults for
 * @param inArgs those that have theirs in the node's {@code args}; null if it has no {@code args}
 * @param conditional whether one of them may be skipped
 * @param outer the nodes around that one
 */
record Surroundings(
    Set<String> defaults,
    @Nullable Set<String> inArgs,
    boolean conditional,
    @Nullable Surroundings outer) {
  /** Outside every node. */
  static final Surroundings NONE = new Surroundings(Set.of(), null, false, null);

  /** The inside of a node here. */
  Surroundings inside(Set<String> names, @Nullable Set<String> namesInArgs, boolean mayBeSkipped) {
    return new Surroundings(names, namesInArgs, conditional || mayBeSkipped, this);
  }

  /** Whether a default stands ready for {@code name}. */
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

  /** The same for text inside the default of {@code name} itself, which cannot be its own value. */
  boolean fillsBeyond(String name) {
    return outer != null && outer.fills(name);
  }
}
