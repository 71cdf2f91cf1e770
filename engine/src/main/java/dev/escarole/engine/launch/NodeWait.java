package dev.escarole.engine.launch;

import org.jspecify.annotations.Nullable;

/**
 * What a run waits for that no engine has claimed yet. Immutable.
 *
 * @param label that its recipe requires of a node; null if any node may run it
 * @param nodes how many living nodes may run it, with room or without
 */
public record NodeWait(@Nullable String label, int nodes) {

  /** It in words, such as {@code waits for a node with the label gpu; none has it now}. */
  public String words() {
    if (label == null) {
      return "queued, for a node with room or for its recipe";
    }
    return nodes == 0
        ? "waits for a node with the label " + label + "; none has it now"
        : "queued, for room on a node with the label " + label + " or for its recipe";
  }
}
