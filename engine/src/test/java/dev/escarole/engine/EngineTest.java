package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.launch.LaunchKeyException;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.LaunchKey;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole engine with its real parts: database, workers, broker, sandbox, built-in commands. */
@Timeout(300)
class EngineTest {

  @TempDir Path directory;

  @Test
  void a_recipe_runs_over_real_files() throws Exception {
    Files.writeString(directory.resolve("names.txt"), "cherry\nbanana\napple\nbanana\n");
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      RunResult result =
          engine.run(
              RunRequest.of(recipe("[\"cat /data/{file}\", \"sort\", \"uniq -c\"]"))
                  .value("file", "names.txt")
                  .directories(List.of(DirectoryGrant.parse(directory + "::/data:ro")))
                  .build());
      assertThat(result.status()).isEqualTo(RunStatus.DONE);
      assertThat(result.stdout().text().replaceAll(" +", " "))
          .isEqualTo(" 1 apple\n 2 banana\n 1 cherry\n");
    }
  }

  @Test
  void steps_share_the_runs_workspace_and_runs_do_not() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      Recipe recipe = recipe("[\"ls /workspace\", \"tee kept.txt\", \"cat kept.txt\"]");
      for (int i = 0; i < 2; i++) {
        RunResult result =
            engine.run(
                RunRequest.of(recipe("[{\"template\": [\"ls /workspace\", \"wc -l\"]}]")).build());
        assertThat(result.stdout().text().strip()).isEqualTo("0");
        RunResult kept = engine.run(RunRequest.of(recipe).stdin(Content.of("ignored")).build());
        assertThat(kept.status()).isEqualTo(RunStatus.DONE);
      }
    }
  }

  @Test
  void degraded_join_reports_the_failed_and_the_slow_branch() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      RunResult result =
          engine.run(
              RunRequest.of(
                      recipe(
                          """
                          {"parallel": true, "template": [
                            {"label": "good", "template": "echo fine"},
                            {"label": "bad", "template": "ls /nowhere"},
                            {"label": "slow", "timeout": 100, "template": "sleep 60"}]}
                          """))
                  .build());
      assertThat(result.status()).isEqualTo(RunStatus.DEGRADED);
      assertThat(result.joins())
          .singleElement()
          .satisfies(
              join ->
                  assertThat(join.branches())
                      .extracting(
                          Join.Branch::label,
                          branch -> branch.status().word(),
                          Join.Branch::exitCode)
                      .containsExactly(
                          tuple("good", "done", 0),
                          tuple("bad", "failed", 2),
                          tuple("slow", "timeout", 124)));
      assertThat(result.stdout().text())
          .startsWith(
              "--- branch: good status: done ---\nfine\n--- branch: bad status: failed ---\n"
                  + "exit: 2\nstderr: ls: ");
    }
  }

  @Test
  void an_invalid_recipe_or_value_starts_nothing() {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      assertThatThrownBy(() -> engine.start(RunRequest.of(recipe("\"echo {who}\"")).build()))
          .isInstanceOf(RecipeException.class)
          .hasMessageContaining("who");
      assertThat(engine.records().runs(RunQuery.latest(10))).isEmpty();
    }
  }

  @Test
  void unknown_commands_are_warned_of_where_their_steps_may_fail() {
    EngineOptions lenient =
        EngineOptions.inMemory().withUnknownCommands(UnknownCommandRule.FAIL_STEP);
    try (Engine engine = Engine.open(lenient)) {
      RunRequest request = RunRequest.of(recipe("[\"sotr x\", \"cat\"]")).build();
      Plan plan = engine.plan(request);
      assertThat(engine.warnings(request, plan))
          .filteredOn(warning -> !warning.code().equals("reads-from-failure"))
          .singleElement()
          .satisfies(
              problem -> {
                assertThat(problem.code()).isEqualTo("unknown-command");
                assertThat(problem.hint()).contains("sort");
                assertThat(problem.line()).isEqualTo(1);
              });
    }
  }

  @Test
  void limits_of_the_operator_hold_and_a_recipe_can_only_narrow_them() throws Exception {
    EngineOptions options =
        EngineOptions.inMemory()
            .withLimits(Limits.defaults().withWallClock(Duration.ofMillis(150)));
    try (Engine engine = Engine.open(options)) {
      RunResult result =
          engine.run(
              RunRequest.of(recipe("{\"timeout\": 600000, \"template\": \"sleep 60\"}")).build());
      assertThat(result.status()).isEqualTo(RunStatus.FAILED);
      assertThat(result.failures().get(0).outcome().word()).isEqualTo("timed_out");
    }
  }

  @Test
  void asynchronous_runs_tell_their_events_and_can_be_cancelled() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      List<RunEvent> events = new CopyOnWriteArrayList<>();
      CompletableFuture<Void> started = new CompletableFuture<>();
      RunHandle handle =
          engine.start(
              RunRequest.of(recipe("[\"sleep 60\", \"echo never\"]"))
                  .listener(
                      event -> {
                        events.add(event);
                        if (event instanceof RunEvent.AttemptStarted) {
                          started.complete(null);
                        }
                      })
                  .build());
      started.get(120, TimeUnit.SECONDS);
      handle.cancel();
      RunResult result = handle.await();
      assertThat(result.status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(events.get(0)).isInstanceOf(RunEvent.RunStarted.class);
      assertThat(events.get(events.size() - 1)).isInstanceOf(RunEvent.RunEnded.class);
    }
  }

  @Test
  void a_data_directory_keeps_runs_over_restarts() throws Exception {
    EngineOptions options = EngineOptions.at(directory.resolve("data"));
    RunResult first;
    try (Engine engine = Engine.open(options)) {
      first = engine.run(RunRequest.of(recipe("\"echo kept\"")).build());
    }
    try (Engine engine = Engine.open(options)) {
      assertThat(engine.records().run(first.run())).isPresent();
      assertThat(engine.records().content(first.stdout().sha256()))
          .hasValueSatisfying(
              bytes -> assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo("kept\n"));
    }
  }

  @Test
  void a_launch_that_is_repeated_under_its_key_starts_nothing_even_after_a_restart()
      throws Exception {
    EngineOptions options = EngineOptions.at(directory.resolve("data"));
    RunRequest request = RunRequest.of(recipe("\"echo once\"")).build();
    LaunchKey key = new LaunchKey("ada", "monday", "echo");
    RunId first;
    try (Engine engine = Engine.open(options)) {
      Launched launched = engine.launch(request, key);
      first = launched.id();
      assertThat(launched).isInstanceOf(Launched.Now.class);
      engine.handle(first).ifPresent(EngineTest::await);
      assertThat(engine.launch(request, key)).isEqualTo(new Launched.Before(first));
    }
    try (Engine engine = Engine.open(options)) {
      assertThat(engine.launched(key)).hasValue(first);
      assertThat(engine.launch(request, key)).isEqualTo(new Launched.Before(first));
      assertThatThrownBy(() -> engine.launch(request, new LaunchKey("ada", "monday", "sort")))
          .isInstanceOf(LaunchKeyException.class)
          .hasMessageContaining("monday")
          .hasMessageContaining(first.value());
      RerunRequest again = RerunRequest.of(first);
      LaunchKey other = LaunchKey.of("ada", "tuesday");
      RunId second = engine.rerun(again, other).id();
      assertThat(second).isNotEqualTo(first);
      assertThat(engine.rerun(again, other)).isEqualTo(new Launched.Before(second));
      engine.handle(second).ifPresent(EngineTest::await);
      assertThat(engine.records().runs(RunQuery.latest(9))).hasSize(2);
      try (var workspaces = Files.list(directory.resolve("data/runs"))) {
        assertThat(workspaces).hasSize(2);
      }
    }
  }

  private static void await(RunHandle run) {
    try {
      run.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void several_engines_live_in_one_jvm_and_close_leaves_no_thread() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    try (Engine one = Engine.open(EngineOptions.inMemory());
        Engine two = Engine.open(EngineOptions.at(directory))) {
      assertThat(one.run(RunRequest.of(recipe("\"echo 1\"")).build()).stdout().text())
          .isEqualTo("1\n");
      assertThat(two.run(RunRequest.of(recipe("\"echo 2\"")).build()).stdout().text())
          .isEqualTo("2\n");
    }
    Set<Thread> left = new HashSet<>(Thread.getAllStackTraces().keySet());
    left.removeAll(before);
    left.removeIf(thread -> thread.getName().matches("(junit|ForkJoin).*"));
    for (Thread thread : left) {
      // A pool's own threads may need a moment after they were told to end.
      thread.join(60_000);
    }
    assertThat(left).noneMatch(Thread::isAlive);
  }

  @Test
  void results_of_a_wide_fan_out_are_joined_in_order() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      RunResult result =
          engine.run(
              RunRequest.of(
                      recipe(
                          "{\"parallel\": true, \"repeat\": 300, \"template\": \"echo {index}\"}"))
                  .build());
      assertThat(result.status()).isEqualTo(RunStatus.DONE);
      assertThat(result.stdout().text().lines().filter(line -> !line.startsWith("---")).toList())
          .hasSize(300)
          .startsWith("0", "1", "2")
          .endsWith("298", "299");
    }
  }

  private static Recipe recipe(String text) {
    return new RecipeReader().read(text, "test.json");
  }
}
