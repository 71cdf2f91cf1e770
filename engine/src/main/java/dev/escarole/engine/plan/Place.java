package dev.escarole.engine.plan;

import org.jspecify.annotations.Nullable;

/**
 * The place of a step in a plan.
 *
 * @param index position in depth-first order over the whole plan, from 0; a step's descendants,
 *     recovery included, follow it without a gap
 * @param path place in the tree: {@code 0} is the root, {@code 0.2.1} the second child of its third
 *     child, {@code 0.2.recover} the recovery of {@code 0.2}
 * @param pointer JSON pointer of the step's node in the recipe; of a node in an imported file,
 *     after the path of the file and a {@code #}
 * @param label the author's label, or null
 */
public record Place(int index, String path, String pointer, @Nullable String label) {

  /** The imported file that the step comes from; null if it is the recipe's own. */
  public @Nullable String importedFrom() {
    if (pointer.isEmpty() || pointer.charAt(0) == '/') {
      return null;
    }
    int end = pointer.endsWith("#") ? pointer.length() - 1 : pointer.lastIndexOf("#/");
    return end < 0 ? null : pointer.substring(0, end);
  }
}
