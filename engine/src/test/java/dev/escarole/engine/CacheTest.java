package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results that are used again, with the real parts of the engine. */
@Timeout(300)
class CacheTest {

  private static final Content INPUT = Content.of("cherry\napple\nbanana\napple\n");

  @TempDir private Path directory;

  private static RunResult run(Engine engine, String recipe, Content stdin) throws Exception {
    return engine.run(request(recipe, stdin).build());
  }

  private static RunRequest.Builder request(String recipe, Content stdin) {
    return RunRequest.of(new RecipeReader().read(recipe, "test.json")).stdin(stdin);
  }

  private static List<String> origins(RunResult result) {
    return result.attempts().stream()
        .map(attempt -> attempt.path() + " " + attempt.origin().word())
        .sorted()
        .toList();
  }

  @Test
  void a_second_run_runs_nothing_and_comes_to_the_same() throws Exception {
    String recipe = "{\"cache\": true, \"template\": [\"sort\", \"uniq -c\", \"wc -l\"]}";
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      RunResult first = run(engine, recipe, INPUT);
      RunResult second = run(engine, recipe, INPUT);

      assertThat(origins(first)).containsExactly("0.0 ran", "0.1 ran", "0.2 ran");
      assertThat(origins(second)).containsExactly("0.0 cached", "0.1 cached", "0.2 cached");
      assertThat(second.stdout().text()).isEqualTo(first.stdout().text()).isNotBlank();
      assertThat(second.attempts()).allMatch(attempt -> attempt.fuelUsed() == 0);
      assertThat(engine.audit().calls(AuditQuery.latest(10)))
          .extracting(call -> call.entry().outcome().detail())
          .containsExactlyInAnyOrder("", "", "", "cached", "cached", "cached");
      assertThat(engine.records().attempts(second.run()))
          .allMatch(attempt -> attempt.origin().word().equals("cached"));
    }
  }

  @Test
  void results_outlive_the_engine() throws Exception {
    EngineOptions options = EngineOptions.at(directory);
    String recipe = "{\"cache\": true, \"template\": \"sort\"}";
    try (Engine engine = Engine.open(options)) {
      run(engine, recipe, INPUT);
    }
    try (Engine engine = Engine.open(options)) {
      RunResult again = run(engine, recipe, INPUT);
      assertThat(origins(again)).containsExactly("0 cached");
      assertThat(again.stdout().text()).isEqualTo("apple\napple\nbanana\ncherry\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"date", "sleep 0.01", "ls /workspace", "shuf", "tee kept.txt"})
  void a_command_that_looks_or_reaches_out_runs_every_time(String command) throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      String recipe = "{\"cache\": true, \"template\": \"" + command + "\"}";
      run(engine, recipe, INPUT);
      RunResult second = run(engine, recipe, INPUT);
      assertThat(second.status().word()).isEqualTo("done");
      assertThat(origins(second)).containsExactly("0 ran");
    }
  }

  @Test
  void a_command_that_fails_runs_every_time() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      String recipe = "{\"cache\": true, \"template\": \"grep nothing\"}";
      run(engine, recipe, INPUT);
      assertThat(origins(run(engine, recipe, INPUT))).containsExactly("0 ran");
    }
  }

  @Test
  void another_input_argument_or_program_is_another_call() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      engine.addCommand("mine", TestPrograms.exiting(0), ArgumentMode.ARGV);
      String recipe = "{\"cache\": true, \"template\": \"mine\"}";
      run(engine, recipe, INPUT);
      assertThat(origins(run(engine, recipe, INPUT))).containsExactly("0 cached");
      assertThat(origins(run(engine, recipe, Content.of("x")))).containsExactly("0 ran");
      String argument = "{\"cache\": true, \"template\": \"mine x\"}";
      assertThat(origins(run(engine, argument, INPUT))).containsExactly("0 ran");
      engine.addCommand("mine", TestPrograms.exitingLate(0, 5), ArgumentMode.ARGV);
      assertThat(origins(run(engine, recipe, INPUT))).containsExactly("0 ran");
    }
  }

  @Test
  void the_switch_belongs_to_a_node_and_all_below_until_one_says_otherwise() throws Exception {
    String recipe =
        """
        {"template": [
          "sort",
          {"cache": true, "template": ["sort -r", {"cache": false, "template": "uniq"}]}]}
        """;
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      run(engine, recipe, INPUT);
      assertThat(origins(run(engine, recipe, INPUT)))
          .containsExactly("0.0 ran", "0.1.0 cached", "0.1.1 ran");
    }
  }

  @Test
  void a_request_can_ask_for_it_where_the_recipe_says_nothing() throws Exception {
    String recipe = "[\"sort\", {\"cache\": false, \"template\": \"uniq\"}]";
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      var unused = engine.run(request(recipe, INPUT).cache(true).build());
      RunResult second = engine.run(request(recipe, INPUT).cache(true).build());
      assertThat(origins(second)).containsExactly("0.0 cached", "0.1 ran");
      assertThat(origins(run(engine, recipe, INPUT))).containsExactly("0.0 ran", "0.1 ran");
    }
  }

  @Test
  void what_a_request_asks_for_holds_when_the_run_is_run_again_or_goes_on() throws Exception {
    EngineOptions options = EngineOptions.at(directory);
    String recipe = "[\"sleep 0.3\", \"echo x\", \"sort\"]";
    Engine first = Engine.open(options);
    RunResult whole = first.run(request(recipe, INPUT).cache(true).build());
    RunHandle again = first.rerun(RerunRequest.of(whole.run()).withScope(RerunScope.ALL));
    assertThat(origins(again.await())).containsExactly("0.0 ran", "0.1 cached", "0.2 cached");
    new HeldRun(first, event -> CrashPoint.starts(event, "0.0", 1))
        .start(request(recipe, INPUT).cache(true));
    first.suspend();
    try (Engine engine = Engine.open(options)) {
      RunResult resumed = engine.resumed().get(0).await();
      assertThat(origins(resumed)).containsExactly("0.0 ran", "0.1 cached", "0.2 cached");
    }
  }

  @Test
  void equal_leaves_at_once_come_to_one_result() throws Exception {
    String recipe =
        "{\"cache\": true, \"parallel\": true, \"repeat\": 200, \"template\": \"sort\"}";
    try (Engine engine = Engine.open(EngineOptions.inMemory().withWorkers(4))) {
      RunResult first = run(engine, recipe, INPUT);
      RunResult second = run(engine, recipe, INPUT);
      assertThat(second.stdout().text()).isEqualTo(first.stdout().text());
      assertThat(origins(second)).hasSize(200).allMatch(origin -> origin.endsWith("cached"));
      assertThat(engine.store().results().stats().results()).isEqualTo(1);
    }
  }

  @Test
  void input_beyond_the_limit_is_refused_whatever_is_kept() throws Exception {
    EngineOptions options = EngineOptions.at(directory);
    String recipe = "{\"cache\": true, \"template\": \"sort\"}";
    try (Engine engine = Engine.open(options)) {
      run(engine, recipe, INPUT);
    }
    Limits narrow = Limits.defaults().withStdinBytes(5);
    try (Engine engine = Engine.open(options.withLimits(narrow))) {
      RunResult result = run(engine, recipe, INPUT);
      assertThat(result.attempts().get(0).outcome().word()).isEqualTo("stdin_too_large");
    }
  }
}
