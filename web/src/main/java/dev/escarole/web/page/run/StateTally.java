package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.page.draw.Bar;
import dev.escarole.web.page.run.RunRecord.Node;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How many steps are in each state. Not thread-safe. */
public final class StateTally {

  /** The order in which states are shown: what failed comes first, what has not begun last. */
  public static final List<StepState> ORDER =
      List.of(
          StepState.FAILED,
          StepState.TIMEOUT,
          StepState.CANCELLED,
          StepState.STOPPING,
          StepState.RECOVERING,
          StepState.RUNNING,
          StepState.AWAITING,
          StepState.WAITING,
          StepState.QUEUED,
          StepState.DELAYED,
          StepState.PENDING,
          StepState.SKIPPED,
          StepState.DONE);

  private final Map<StepState, Integer> counts = new EnumMap<>(StepState.class);

  static StateTally of(List<Node> nodes) {
    StateTally tally = new StateTally();
    nodes.forEach(node -> tally.add(node.state()));
    return tally;
  }

  /** Of the leaves in a step; recoveries do not count. */
  static StateTally inside(Node node) {
    StateTally tally = new StateTally();
    tally.addLeaves(node);
    return tally;
  }

  private void addLeaves(Node node) {
    if (node.isLeaf()) {
      add(node.state());
    }
    node.children().forEach(this::addLeaves);
  }

  void add(StepState state) {
    counts.merge(state, 1, Integer::sum);
  }

  int count(StepState state) {
    return counts.getOrDefault(state, 0);
  }

  /** The states that occur, with how often. */
  List<Bar.Share> shares() {
    return shares(Set.of());
  }

  /** Those, and some states also if they do not occur. */
  List<Bar.Share> shares(Set<StepState> always) {
    List<Bar.Share> shares = new ArrayList<>();
    for (StepState state : ORDER) {
      if (count(state) > 0 || always.contains(state)) {
        shares.add(new Bar.Share(state.word(), count(state)));
      }
    }
    return shares;
  }

  Bar bar() {
    return Bar.of(shares());
  }
}
