package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanFormat;
import dev.escarole.engine.plan.PlanPrinter;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 11, B7: what each run knows of itself. */
@Timeout(300)
class RunFactsTest {

  private static final String ALL = "\"echo {run_id} on-{run_date} {run_time}\"";

  private final Engine engine = Engine.open(EngineOptions.inMemory());

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void a_run_has_its_id_and_the_day_and_moment_of_its_launch() throws Exception {
    RunResult result = run(ALL);
    Instant launched = result.span().startedAt();
    String id = result.run().value();
    String[] words = result.stdout().text().strip().split(" ", -1);
    assertThat(words[0]).isEqualTo(id);
    assertThat(words[1])
        .isEqualTo("on-" + LocalDate.ofInstant(Instant.parse(words[2]), ZoneOffset.UTC));
    assertThat(words[2]).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
    assertThat(Instant.parse(words[2])).isBetween(launched.minusSeconds(2), launched);
    assertThat(engine.records().steps(result.run()).get(0).argv()).contains(id);
    List<String> argv =
        engine.records().plan(result.run()).root().fold(LeafStep::argv, group -> List.of());
    assertThat(argv).containsExactly("echo", words[0], words[1], words[2]);
  }

  @Test
  void equal_recipes_keep_equal_hashes_and_a_plan_shows_the_names() throws Exception {
    RunResult first = run(ALL);
    RunResult second = run(ALL);
    assertThat(second.planHash()).isEqualTo(first.planHash());
    assertThat(second.stdout().text()).isNotEqualTo(first.stdout().text());
    Plan plan = engine.plan(RunRequest.of(recipe(ALL)).build());
    assertThat(plan.hash()).isEqualTo(first.planHash());
    StringBuilder tree = new StringBuilder();
    PlanPrinter.print(plan, PlanFormat.TREE, List.of(), tree);
    assertThat(tree).contains("{run_id}", "on-{run_date}").doesNotContain("\uFDD0");
    Plan literal =
        engine.plan(RunRequest.of(recipe(ALL.replace("{", "\\\\{").replace("}", "\\\\}"))).build());
    assertThat(literal.hash()).isNotEqualTo(plan.hash());
  }

  @Test
  void labels_defaults_and_the_output_may_hold_facts() throws Exception {
    RunResult result =
        run(
            "{\"defaults\": {\"dir\": \"out/{run_id}\"}, \"output\": \"{dir}/a\", \"template\":"
                + " {\"parallel\": true, \"template\": [{\"label\": \"of {run_id}\","
                + " \"template\": \"echo {dir} {run_id?yes:no}\"}]}}");
    String id = result.run().value();
    assertThat(result.stdout().text())
        .isEqualTo("--- branch: of " + id + " status: done ---\nout/" + id + " yes\n");
    assertThat(result.selected().value()).isEqualTo("out/" + id + "/a");
    assertThat(engine.records().run(result.run()).orElseThrow().output().value())
        .isEqualTo("out/" + id + "/a");
    assertThat(engine.records().steps(result.run()).get(2).place().label()).isEqualTo("of " + id);
  }

  @Test
  void handles_are_given_facts_too() throws Exception {
    RunResult result =
        run(
            "{\"name\": \"show\", \"handle\": \"command\", \"command\": \"echo\","
                + " \"arguments\": [\"{{run_id}}\"], \"parameters\": {\"type\": \"object\","
                + " \"properties\": {\"run_id\": {\"type\": \"string\"}}}}",
            "[%s]");
    assertThat(result.stdout().text()).isEqualTo(result.run().value() + "\n");
  }

  @Test
  void a_run_again_is_another_run_and_runs_what_its_facts_change() throws Exception {
    RunResult first = run("[\"echo {run_id}\", \"cat\", \"ls /nowhere\"]");
    assertThat(first.status()).isEqualTo(RunStatus.DEGRADED);
    RunResult again =
        engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.FAILED)).await();
    assertThat(again.planHash()).isEqualTo(first.planHash());
    assertThat(again.attempts())
        .extracting(RunResult.AttemptReport::origin)
        .containsOnly(LeafOrigin.RAN);
    assertThat(again.attempts().get(0).argv()).containsExactly("echo", again.run().value());
    RunResult constant = run("[\"echo x\", \"ls /nowhere\"]");
    assertThat(
            engine
                .rerun(RerunRequest.of(constant.run()).withScope(RerunScope.FAILED))
                .await()
                .attempts()
                .get(0)
                .origin())
        .isEqualTo(LeafOrigin.REUSED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"args\": [\"run_id\"], \"template\": \"a {run_id}\"}",
        "{\"args\": [\"run_date=x\"], \"template\": \"a\"}",
        "{\"defaults\": {\"run_time\": \"x\"}, \"template\": \"a {run_time}\"}",
        "{\"template\": [{\"defaults\": {\"run_id\": \"x\"}, \"template\": \"a\"}]}"
      })
  void nobody_declares_or_presets_a_fact(String text) {
    assertThatThrownBy(() -> recipe(text))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("set by each run");
  }

  @Test
  void no_caller_gives_a_fact_a_value() {
    assertThat(recipe(ALL).parameters()).isEmpty();
    assertThatThrownBy(() -> engine.start(RunRequest.of(recipe(ALL)).value("run_id", "x").build()))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("set by each run");
  }

  @Test
  void a_fact_is_no_number() {
    assertThatThrownBy(
            () ->
                engine.plan(
                    RunRequest.of(recipe("{\"delay\": \"{run_id}\", \"template\": \"a\"}"))
                        .build()))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("'{run_id}'");
  }

  private RunResult run(String text) throws Exception {
    return engine.run(RunRequest.of(recipe(text)).build());
  }

  private RunResult run(String handle, String around) throws Exception {
    return run(around.formatted(handle));
  }

  private static Recipe recipe(String text) {
    return new RecipeReader().read(text, "test.json");
  }
}
