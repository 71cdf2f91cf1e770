package dev.escarole.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.wasm.MemoryBudget;
import dev.escarole.recipe.RecipeReader;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Python in recipes, with all parts of the engine. */
@Timeout(120)
class PythonRecipeTest {

  private static final String RECIPE =
      """
      [
        {"parallel": true, "repeat": 20, "template": {"template": [
          "python -c 'import json; print(json.dumps([{index}, {index} ** 2]))'",
          "tee {index}.json",
          "jq .[1]"]}},
        "python3 -c 'import glob, json; print(sum(json.load(open(f))[1] for f in glob.glob(\\"*.json\\")))'"
      ]
      """;

  @Test
  void twenty_leaves_and_a_sum() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      RunResult result =
          engine.run(RunRequest.of(new RecipeReader().read(RECIPE, "squares.json")).build());
      assertThat(result.status()).as("%s", result).isEqualTo(RunStatus.DONE);
      int sum = IntStream.range(0, 20).map(i -> i * i).sum();
      assertThat(result.stdout().text()).isEqualTo(sum + "\n");
    }
  }

  /**
   * More than fit at once: the others wait, and what has started can grow. With fewer workers than
   * leaves, those that wait lend theirs to those that have slept.
   */
  @ParameterizedTest
  @ValueSource(ints = {100, 40})
  void a_hundred_at_once_stay_within_the_memory_of_all_guests(int workers) throws Exception {
    int leaves = 100;
    long each = PythonRun.of("-c", "").result().peakMemoryBytes();
    long most = MemoryBudget.ofThisJvm().bytes();
    assertThat(leaves * each).isGreaterThan(most);
    String recipe =
        """
        {"parallel": true, "repeat": %d, "template":
          "python -c 'import time; x = bytearray(3_000_000); time.sleep(0.2); print(len(x) + {index})'"}
        """
            .formatted(leaves);
    try (Engine engine = Engine.open(EngineOptions.inMemory().withWorkers(workers))) {
      AtomicLong peak = new AtomicLong();
      RunRequest request =
          RunRequest.of(new RecipeReader().read(recipe, "hundred.json"))
              .listener(
                  event -> peak.accumulateAndGet(engine.load().guests().memoryTaken(), Math::max))
              .build();
      RunResult result = engine.run(request);
      assertThat(result.causes()).isEmpty();
      assertThat(result.status()).as("%s", result).isEqualTo(RunStatus.DONE);
      assertThat(result.stdout().text().lines().filter(line -> line.matches("30000\\d\\d")))
          .hasSize(leaves);
      assertThat(peak.get()).isBetween(2 * each, most);
      assertThat(engine.load().guests().memoryTaken()).isZero();
    }
  }

  @Test
  void a_failing_leaf_fails_as_any_command_does() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      String recipe = "{\"failure\": \"root\", \"template\": \"python -c 'raise OSError(5)'\"}";
      RunResult result =
          engine.run(RunRequest.of(new RecipeReader().read(recipe, "fails.json")).build());
      assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    }
  }
}
