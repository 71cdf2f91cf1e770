package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.run.Computation;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.LaunchKey;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.template.Codes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Issue 11, B8: inputs that commands compute when a run is launched. */
@Timeout(300)
class ComputeTest {

  private static final String EACH_FILE =
      "{compute: {files: 'find /data -name *.json'}, parallel: true, repeat: '{files.length}',"
          + " template: 'cat {files[index]}'}";

  @TempDir Path files;
  @TempDir Path data;

  private Engine engine = Engine.open(EngineOptions.inMemory());

  @BeforeEach
  void two_files() throws IOException {
    Files.writeString(files.resolve("a.json"), "1\n");
    Files.writeString(files.resolve("b c.json"), "2\n");
    Files.writeString(files.resolve("d.txt"), "3\n");
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private RunRequest.Builder request(String yaml) {
    return RunRequest.of(new RecipeReader().read(yaml, "test.yaml"))
        .directories(List.of(DirectoryGrant.parse(files + "::/data:ro")));
  }

  private RunResult run(String yaml) throws InterruptedException {
    return engine.run(request(yaml).build());
  }

  private Problem refusalOf(RunRequest request) {
    RecipeException refused =
        catchThrowableOfType(RecipeException.class, () -> engine.start(request));
    assertThat(refused).as("the launch must be refused").isNotNull();
    return refused.problems().get(0);
  }

  private Problem refusal(RunRequest request) {
    Problem problem = refusalOf(request);
    assertThat(engine.records().runs(RunQuery.latest(9))).as("nothing is stored").isEmpty();
    return problem;
  }

  private Problem refusal(String yaml) {
    return refusal(request(yaml).build());
  }

  @Test
  void each_line_of_an_output_gives_a_branch() throws Exception {
    RunResult result = run(EACH_FILE);
    assertThat(result.status()).isEqualTo(RunStatus.DONE);
    assertThat(result.joins().get(0).branches()).hasSize(2);
    assertThat(result.attempts())
        .extracting(RunResult.AttemptReport::argv)
        .containsExactlyInAnyOrder(
            List.of("cat", "/data/a.json"), List.of("cat", "/data/b c.json"));
    assertThat(engine.records().launch(result.run()).orElseThrow().values().get("files"))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
        .containsExactlyInAnyOrder("/data/a.json", "/data/b c.json");
  }

  @Test
  void how_an_input_was_computed_is_recorded_with_the_run_and_audited() throws Exception {
    RunResult result = run("{compute: {n: [\"printf '7'\", cat]}, template: 'echo {n}'}");
    assertThat(result.stdout().text()).isEqualTo("7\n");
    List<Computation> computed = engine.records().computed(result.run());
    assertThat(computed)
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.name()).isEqualTo("n");
              assertThat(one.bytes()).isEqualTo(1);
              assertThat(one.callCount()).isEqualTo(2);
              assertThat(one.calls().get(0).argv()).containsExactly("printf", "7");
              assertThat(one.calls().get(0).outcome()).isEqualTo("exited");
            });
    assertThat(engine.audit().calls(AuditQuery.latest(9)))
        .extracting(StoredAudit::entry)
        .extracting(entry -> entry.command() + " " + entry.caller().step())
        .containsExactlyInAnyOrder("printf compute.n.0.0", "cat compute.n.0.1", "echo 0");
    assertThat(engine.records().runs(RunQuery.latest(9)))
        .as("computing is no run of its own")
        .extracting(StoredRun::id)
        .containsExactly(result.run());
  }

  @Test
  void an_array_is_made_of_json_or_of_lines_and_text_loses_its_last_line_break() throws Exception {
    String list = "printf '[\\\"a b\\\",2]\\n'";
    RunResult json =
        run(
            "{args: ['x:array'], compute: {x: \""
                + list
                + "\"},"
                + " template: [\"echo {x[0]} {x[1]}\"]}");
    assertThat(json.stdout().text()).isEqualTo("a b 2\n");
    RunResult lines =
        run(
            "{args: ['x:array'], compute: {x: \"printf 'a\\n[b\\n'\"},"
                + " template: [\"echo {x}\"]}");
    assertThat(lines.stdout().text()).isEqualTo("[\"a\",\"[b\"]\n");
    RunResult none =
        run(
            "{compute: {x: 'true'}, template: [{repeat: '{x.length}', template: 'echo"
                + " {x[index]}'}]}");
    assertThat(none.status()).isEqualTo(RunStatus.DONE);
    RunResult text = run("{compute: {x: \"printf 'a\\n\\n'\"}, template: 'printf %s. {x}'}");
    assertThat(text.stdout().text()).isEqualTo("a\n.");
  }

  @Test
  void entries_use_inputs_defaults_facts_and_earlier_entries() throws Exception {
    RunResult result =
        engine.run(
            request(
                    "{args: [given, 'n:int'], defaults: {own: d},"
                        + " compute: {one: 'echo {given} {own} {run_id}', n: 'expr 1 + 2',"
                        + " two: \"echo '{one}' {n}\"}, template: \"echo '{two}'\"}")
                .value("given", "g")
                .build());
    assertThat(result.stdout().text()).isEqualTo("g d " + result.run() + " 3\n");
  }

  @Test
  void a_value_that_is_given_counts_and_nothing_runs_for_it() throws Exception {
    RunRequest request = request(EACH_FILE).value("files", List.of("/data/d.txt")).build();
    assertThat(engine.plan(request).leafCount()).isEqualTo(1);
    RunResult result = engine.run(request);
    assertThat(result.attempts()).hasSize(1);
    assertThat(engine.records().computed(result.run())).isEmpty();
    assertThat(engine.audit().calls(AuditQuery.latest(9))).hasSize(1);
  }

  @Test
  void a_plan_without_the_value_says_what_would_compute_it() {
    assertThatThrownBy(() -> engine.plan(request(EACH_FILE).build()))
        .isInstanceOfSatisfying(
            RecipeException.class,
            refused -> {
              Problem problem = refused.problems().get(0);
              assertThat(problem.code()).isEqualTo(Codes.NOT_COMPUTED);
              assertThat(problem.pointer()).isEqualTo("/compute/files");
              assertThat(problem.message()).contains("find /data -name *.json");
            });
    assertThat(engine.audit().calls(AuditQuery.latest(9))).as("planning runs nothing").isEmpty();
  }

  @Test
  void a_command_that_fails_refuses_the_launch_with_its_error() {
    Problem problem = refusal("{compute: {x: 'cat /data/nope'}, template: 'echo {x}'}");
    assertThat(problem.code()).isEqualTo(Codes.COMPUTE_FAILED);
    assertThat(problem.pointer()).isEqualTo("/compute/x");
    assertThat(problem.location().line()).isEqualTo(1);
    assertThat(problem.message()).contains("cat /data/nope").contains("code 1").contains("nope:");
    assertThat(engine.running()).isEmpty();
  }

  @Test
  void a_loss_without_consent_is_a_failure_and_one_with_consent_is_none() throws Exception {
    Problem lost = refusal("{compute: {x: [cat /data/nope, wc -l]}, template: 'echo {x}'}");
    assertThat(lost.message()).contains("cat /data/nope");
    RunResult result =
        run(
            "{compute: {x: [{failure: continue, template: cat /data/nope}, wc -l]},"
                + " template: 'echo {x}'}");
    assertThat(result.stdout().text().strip()).isEqualTo("0");
  }

  @Test
  void what_does_not_fit_the_type_refuses_the_launch() {
    assertThat(
            refusal("{args: ['x:int'], compute: {x: echo many}, template: 'echo {x}'}").message())
        .contains("must be a whole number");
    assertThat(refusal("{compute: {x: \"printf '\\\\377'\"}, template: 'echo {x}'}").message())
        .contains("UTF-8");
  }

  @Test
  void hostile_output_stays_one_word_and_expands_nothing() throws Exception {
    Files.writeString(files.resolve("evil"), "a; rm -rf / {run_id} $(x) `y` {oops}\n-rf\n");
    RunResult text = run("{compute: {x: cat /data/evil}, template: 'echo {x}'}");
    assertThat(text.attempts().get(0).argv())
        .containsExactly("echo", "a; rm -rf / {run_id} $(x) `y` {oops}\n-rf");
    assertThat(
            refusalOf(request("{compute: {x: printf bash}, template: '{x} -c evil'}").build())
                .code())
        .isEqualTo("unknown-command");
  }

  @Test
  void the_size_of_computed_values_is_bounded() {
    try (Engine small =
        Engine.open(
            EngineOptions.inMemory()
                .withPlanLimits(new PlanLimits(100, 1_000, 10_000, Duration.ofSeconds(10))))) {
      assertThatThrownBy(
              () ->
                  small.start(request("{compute: {x: seq 101}, template: 'echo {x[0]}'}").build()))
          .isInstanceOf(RecipeException.class)
          .hasMessageContaining("plan-steps");
      assertThatThrownBy(
              () -> small.start(request("{compute: {x: seq 9999}, template: 'echo {x}'}").build()))
          .isInstanceOf(RecipeException.class)
          .hasMessageContaining("plan-size");
      assertThat(small.records().runs(RunQuery.latest(9))).isEmpty();
    }
    assertThat(refusal("{compute: {x: yes}, template: 'echo {x}'}").message())
        .contains("output_too_large");
  }

  @Test
  void unknown_commands_are_refused_before_anything_is_computed() {
    assertThat(refusal("{compute: {x: echo hi}, template: 'nosuch {x}'}").code())
        .isEqualTo("unknown-command");
    Problem unknown = refusal("{compute: {a: echo hi, x: nosuch}, template: 'echo {x}'}");
    assertThat(unknown.code()).isEqualTo("unknown-command");
    assertThat(unknown.pointer()).isEqualTo("/compute/x");
    assertThat(engine.audit().calls(AuditQuery.latest(9))).isEmpty();
  }

  @Test
  void the_policy_of_the_principal_decides_about_computing_too() throws Exception {
    engine.close();
    Files.writeString(
        data.resolve("policy.yaml"), "principals: {ci: {allow: true, commands: [echo]}}");
    engine = Engine.open(EngineOptions.at(data));
    RunRequest denied =
        RunRequest.of(
                new RecipeReader()
                    .read("{compute: {x: printf hi}, template: 'echo {x}'}", "test.yaml"))
            .principal(new Principal("ci", false))
            .build();
    assertThat(refusal(denied).message()).contains("command_not_granted");
    assertThat(engine.audit().calls(AuditQuery.latest(9)))
        .extracting(each -> each.entry().outcome().word())
        .containsExactly("command_not_granted");
    try (Stream<Path> left = Files.list(data.resolve("runs"))) {
      assertThat(left).as("no workspace is left behind").isEmpty();
    }
  }

  @Test
  void a_command_leaves_no_files_for_the_run() throws Exception {
    RunResult result = run("{compute: {x: [echo hi, tee kept.txt]}, template: 'ls /workspace'}");
    assertThat(result.stdout().text()).isEmpty();
  }

  @Test
  void a_rerun_and_a_changed_recipe_take_the_values_over() throws Exception {
    RunResult first = run(EACH_FILE);
    Files.delete(files.resolve("a.json"));
    Files.writeString(files.resolve("a.json"), "9\n");
    Files.writeString(files.resolve("new.json"), "4\n");
    RunResult again = engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.ALL)).await();
    assertThat(again.joins().get(0).branches()).hasSize(2);
    assertThat(again.stdout().text()).contains("9\n").doesNotContain("4\n");
    assertThat(engine.records().computed(again.run())).isEmpty();
    RunResult changed =
        engine
            .rerun(
                RerunRequest.of(first.run())
                    .withScope(RerunScope.ALL)
                    .withRecipe(
                        new RecipeReader().read(EACH_FILE.replace("cat", "wc -c"), "test.yaml")))
            .await();
    assertThat(changed.joins().get(0).branches()).hasSize(2);
  }

  @Test
  void a_key_computes_and_launches_once() {
    RunRequest request = request(EACH_FILE).build();
    LaunchKey key = LaunchKey.of("operator", "key");
    Launched first = engine.launch(request, key);
    Launched second = engine.launch(request, key);
    assertThat(second.id()).isEqualTo(first.id());
    assertThat(engine.audit().calls(AuditQuery.latest(99)))
        .filteredOn(each -> each.entry().command().equals("find"))
        .hasSize(1);
  }

  @Test
  void equal_calls_are_answered_from_the_cache_if_the_launch_says_so() throws Exception {
    String recipe = "{compute: {x: seq 3}, template: 'echo {x}'}";
    var unused = engine.run(request(recipe).cache(true).build());
    RunResult second = engine.run(request(recipe).cache(true).build());
    assertThat(engine.records().computed(second.run()).get(0).calls().get(0).cached()).isTrue();
  }

  @Test
  void computing_has_a_time_after_which_the_launch_is_refused() {
    System.setProperty("escarole.compute-time", "1");
    try (Engine hasty = Engine.open(EngineOptions.inMemory())) {
      RunRequest request = request("{compute: {x: sleep 600}, template: 'echo {x}'}").build();
      assertThatThrownBy(() -> hasty.start(request))
          .isInstanceOf(RecipeException.class)
          .hasMessageContaining("compute-time");
      assertThat(hasty.audit().calls(AuditQuery.latest(9)))
          .as("what ran was stopped")
          .extracting(each -> each.entry().outcome().word())
          .containsExactly("cancelled");
    } finally {
      System.clearProperty("escarole.compute-time");
    }
  }

  @Test
  void who_is_interrupted_starts_nothing() {
    Thread.currentThread().interrupt();
    Problem problem = refusal("{compute: {x: sleep 600}, template: 'echo {x}'}");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(problem.message()).contains("interrupted");
  }

  @Test
  void a_run_that_is_resumed_has_the_values_of_its_launch() throws Exception {
    engine.close();
    engine = Engine.open(EngineOptions.at(data));
    Files.writeString(files.resolve("v"), "before");
    RunHandle run =
        engine.start(
            request("{compute: {x: cat /data/v}, template: [sleep 600, 'echo {x}']}").build());
    engine.suspend();
    Files.writeString(files.resolve("v"), "after");
    engine = Engine.open(EngineOptions.at(data));
    RunHandle resumed = engine.resumed().get(0);
    assertThat(resumed.id()).isEqualTo(run.id());
    assertThat(((LeafStep) resumed.plan().step(2)).argv()).containsExactly("echo", "before");
    assertThat(engine.records().computed(run.id())).hasSize(1);
    resumed.cancel();
  }
}
