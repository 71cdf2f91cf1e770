package dev.escarole.web.cli.run;

import dev.escarole.engine.run.StepState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How many steps are in which state, in words. Not thread-safe. */
final class StateCounts {

  private static final List<StepState> ORDER =
      List.of(
          StepState.FAILED,
          StepState.TIMEOUT,
          StepState.CANCELLED,
          StepState.RUNNING,
          StepState.RECOVERING,
          StepState.STOPPING,
          StepState.WAITING,
          StepState.DELAYED,
          StepState.QUEUED,
          StepState.DONE,
          StepState.SKIPPED,
          StepState.PENDING);

  private final Map<StepState, Integer> counts = new EnumMap<>(StepState.class);
  private int total;

  void add(StepState state) {
    counts.merge(state, 1, Integer::sum);
    total++;
  }

  int total() {
    return total;
  }

  int of(StepState state) {
    return counts.getOrDefault(state, 0);
  }

  /** How many have ended, one way or the other. */
  int ended() {
    return counts.entrySet().stream()
        .filter(entry -> entry.getKey().isEnded())
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  /** All of them: {@code 2 failed, 1 running, 30 done}. */
  String all() {
    return words(ORDER);
  }

  /** Those worth a second look: what failed and what is under way. */
  String notable() {
    return words(ORDER.subList(0, ORDER.indexOf(StepState.QUEUED)));
  }

  private String words(List<StepState> states) {
    List<String> words = new ArrayList<>();
    for (StepState state : states) {
      if (of(state) > 0) {
        words.add(String.format(Locale.ROOT, "%,d %s", of(state), state.word()));
      }
    }
    return String.join(", ", words);
  }
}
