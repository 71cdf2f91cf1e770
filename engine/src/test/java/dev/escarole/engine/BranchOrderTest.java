package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Branches start in their declared order, regardless of what they wait for. */
@Timeout(240)
class BranchOrderTest {

  private static final int ROUNDS = 15;

  /** The parallel node, the branch, and the first step inside if it is a sequence. */
  private static final Pattern BRANCH = Pattern.compile("(0|0\\.1)\\.([0-9]+)(?:\\.0)?");

  @TempDir Path data;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | {parallel: true, repeat: 20, template: echo x}",
        "2 | {parallel: true, repeat: 20, template: echo x}",
        "1 | [echo first, {parallel: true, repeat: 20, template: [cat, cat]}]",
        "2 | [echo first, {parallel: true, repeat: 20, template: [cat, cat]}]",
        "2 | {parallel: true, concurrency: 1, repeat: 20, template: echo x}",
        "1 | {parallel: true, concurrency: 3, repeat: 20, template: [echo x, cat]}",
        "2 | {parallel: true, concurrency: 2, repeat: 20, template: echo x}",
        "2 | {parallel: true, concurrency: 3, repeat: 20, template: [echo x, cat]}",
        "2 | {parallel: true, repeat: 20, template: {retry: 2, template: cat /none}}",
        "2 | {parallel: true, concurrency: 2, repeat: 20, template: {retry: 3, template: cat"
            + " /none}}"
      })
  void branches_begin_in_their_order(int workers, String recipe) throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory().withWorkers(workers))) {
      for (int round = 0; round < ROUNDS; round++) {
        assertThat(begun(engine, recipe, Principal.localOperator())).isEqualTo(inOrder());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 7, 64", "2, 7, 64", "2, 2000, 2", "2, 9, 3"})
  void branches_that_wait_for_a_quota_are_not_overtaken(int workers, int perSecond, int atOnce)
      throws Exception {
    Files.writeString(
        data.resolve("policy.yaml"),
        """
        principals:
          ci: {allow: true, commands: ['*'], calls_per_second: %d, concurrent_calls: %d}
        """
            .formatted(perSecond, atOnce));
    try (Engine engine = Engine.open(EngineOptions.at(data).withWorkers(workers))) {
      String recipe = "{parallel: true, repeat: 20, template: echo x}";
      assertThat(begun(engine, recipe, new Principal("ci", false))).isEqualTo(inOrder());
    }
  }

  private static List<Integer> inOrder() {
    return IntStream.range(0, 20).boxed().toList();
  }

  /** The branches in the order in which their first attempts were told to begin. */
  private static List<Integer> begun(Engine engine, String recipe, Principal principal)
      throws Exception {
    String parallel = recipe.startsWith("[") ? "0.1" : "0";
    List<Integer> begun = new CopyOnWriteArrayList<>();
    RunRequest request =
        RunRequest.of(new RecipeReader().read(recipe, "test.yaml"))
            .principal(principal)
            .listener(
                event -> {
                  if (event instanceof RunEvent.AttemptStarted started && started.attempt() == 1) {
                    branch(started.step().path(), parallel).ifPresent(begun::add);
                  }
                })
            .build();
    var unused = engine.run(request);
    return begun;
  }

  /** The number of the branch that a step begins, in the parallel node at this path. */
  private static Optional<Integer> branch(String path, String parallel) {
    Matcher matcher = BRANCH.matcher(path.startsWith(parallel) ? path : "");
    return matcher.matches() && matcher.group(1).equals(parallel)
        ? Optional.of(Integer.valueOf(matcher.group(2)))
        : Optional.empty();
  }
}
