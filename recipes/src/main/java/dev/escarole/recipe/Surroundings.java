package dev.escarole.recipe;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the nodes around a place say, as far as it can be known without values.
 *
 * @param defaults names that the innermost of these nodes has defaults for
 * @param conditional whether one of them may be skipped
 * @param outer the nodes around that one
 */
record Surroundings(Set<String> defaults, boolean conditional, @Nullable Surroundings outer) {
  /** Outside every node. */
  static final Surroundings NONE = new Surroundings(Set.of(), false, null);

  /** The inside of a node here. */
  Surroundings inside(Set<String> names, boolean mayBeSkipped) {
    return new Surroundings(names, conditional || mayBeSkipped, this);
  }

  /** Whether a default stands ready for {@code name}. */
  boolean fills(String name) {
    for (Surroundings at = this; at != null; at = at.outer) {
      if (at.defaults.contains(name)) {
        return true;
      }
    }
    return false;
  }

  /** The same for text inside the default of {@code name} itself, which cannot be its own value. */
  boolean fillsBeyond(String name) {
    return outer != null && outer.fills(name);
  }
}
