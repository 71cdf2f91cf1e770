package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.page.draw.Bar;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How many steps are in each state. Not thread-safe. */
final class StateTally {

  /** The order in which states are shown: what failed comes first, what has not begun last. */
  static final List<StepState> ORDER =
      List.of(
          StepState.FAILED,
          StepState.TIMEOUT,
          StepState.CANCELLED,
          StepState.STOPPING,
          StepState.RECOVERING,
          StepState.RUNNING,
          StepState.WAITING,
          StepState.QUEUED,
          StepState.DELAYED,
          StepState.PENDING,
          StepState.SKIPPED,
          StepState.DONE);

  private final Map<StepState, Integer> counts = new EnumMap<>(StepState.class);

  void add(StepState state) {
    counts.merge(state, 1, Integer::sum);
  }

  int count(StepState state) {
    return counts.getOrDefault(state, 0);
  }

  int total() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The states that occur, with how often. */
  List<Bar.Share> shares() {
    List<Bar.Share> shares = new ArrayList<>();
    for (StepState state : ORDER) {
      if (count(state) > 0) {
        shares.add(new Bar.Share(state.word(), count(state)));
      }
    }
    return shares;
  }

  Bar bar() {
    return Bar.of(shares());
  }
}
