package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.page.run.RunRecord.Node;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/** The steps that a reader asked for by their states, and the groups around them. Immutable. */
final class StateFilter {

  private final Set<StepState> states;
  private final BitSet wanted = new BitSet();

  /**
   * A filter for the steps of a run.
   *
   * @param states that are wanted; empty for all
   */
  StateFilter(RunRecord record, Set<StepState> states) {
    this.states = Set.copyOf(states);
    record.nodes().stream().filter(this::matches).forEach(this::want);
  }

  /** A group matches only by its own failure: what it is otherwise, the steps in it say. */
  private boolean matches(Node node) {
    return states.contains(node.state()) && (node.children().isEmpty() || node.hasFailed());
  }

  private void want(Node node) {
    for (Node at = node; at != null && !wanted.get(at.index()); at = at.parent()) {
      wanted.set(at.index());
    }
  }

  boolean isActive() {
    return !states.isEmpty();
  }

  /** Whether a step, or one in it, was asked for: all are if no state is chosen. */
  boolean wants(Node node) {
    return states.isEmpty() || wanted.get(node.index());
  }

  List<Node> wanted(List<Node> nodes) {
    return nodes.stream().filter(this::wants).toList();
  }

  List<Node> others(List<Node> nodes) {
    return nodes.stream().filter(node -> !wants(node)).toList();
  }
}
