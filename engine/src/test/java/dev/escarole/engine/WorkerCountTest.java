package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredTransition;
import dev.escarole.recipe.RecipeReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many workers there are decides how long a run takes, and nothing else. */
@Timeout(300)
class WorkerCountTest {

  private static final int BRANCHES = 300;

  /** What is on record of an attempt, without its times. */
  private record Tried(int step, int attempt, String outcome, long fuel, String stdin) {}

  /** All that is on record of a run, without its times and the order of its branches. */
  private record Recorded(
      RunStatus status,
      String stdout,
      List<Join> joins,
      List<Tried> attempts,
      Map<Integer, List<StepState>> transitions) {}

  @Test
  void one_two_and_eight_workers_leave_the_same_records() throws Exception {
    Recorded alone = recorded(1);
    assertThat(alone.status()).isEqualTo(RunStatus.DEGRADED);
    assertThat(alone.attempts()).hasSizeGreaterThan(BRANCHES);
    for (int workers : new int[] {2, 8}) {
      Recorded together = recorded(workers);
      assertThat(together.attempts()).isEqualTo(alone.attempts());
      assertThat(together.transitions()).isEqualTo(alone.transitions());
      assertThat(together.joins()).isEqualTo(alone.joins());
      assertThat(together.stdout()).isEqualTo(alone.stdout());
      assertThat(together).isEqualTo(alone);
    }
  }

  private static Recorded recorded(int workers) throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory().withWorkers(workers))) {
      String text =
          IntStream.range(0, BRANCHES)
              .mapToObj(WorkerCountTest::branch)
              .collect(Collectors.joining(",\n", "{\"parallel\": true, \"template\": [", "]}"));
      RunResult result =
          engine.run(
              RunRequest.of(new RecipeReader().read(text, "test.json"))
                  .stdin(Content.of(input()))
                  .build());
      RunRecords records = engine.records();
      return new Recorded(
          result.status(),
          result.stdout().text(),
          result.joins(),
          records.attempts(result.run()).stream()
              .map(WorkerCountTest::tried)
              .sorted(Comparator.comparing(Tried::step).thenComparing(Tried::attempt))
              .toList(),
          records.transitions(result.run()).stream()
              .collect(
                  Collectors.groupingBy(
                      StoredTransition::stepIndex,
                      TreeMap::new,
                      Collectors.mapping(StoredTransition::state, Collectors.toList()))));
    }
  }

  private static Tried tried(StoredAttempt row) {
    return new Tried(
        row.stepIndex(),
        row.attempt(),
        row.outcome().toString(),
        row.fuelUsed(),
        row.stdin().sha256());
  }

  /** A little of everything that a branch can come to. */
  private static String branch(int number) {
    return switch (number % 6) {
      case 0 -> "\"sort\"";
      case 1 -> "{\"template\": [\"echo leaf " + number + "\", \"cat\", \"wc -c\"]}";
      case 2 -> "{\"retry\": 2, \"recover\": \"echo sorry\", \"template\": \"ls /nowhere\"}";
      case 3 -> "{\"template\": [\"false\", \"echo never\"], \"failure\": \"branch\"}";
      case 4 ->
          "{\"parallel\": true, \"concurrency\": 1, \"template\": [\"echo a\", \"false\", \"cat\"]}";
      default -> "\"uniq\"";
    };
  }

  private static String input() {
    List<Integer> numbers =
        IntStream.range(0, 500).boxed().collect(Collectors.toCollection(ArrayList::new));
    Collections.reverse(numbers);
    return numbers.stream().map(String::valueOf).collect(Collectors.joining("\n", "", "\n"));
  }
}
