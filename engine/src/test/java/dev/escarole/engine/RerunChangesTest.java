package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.RunRelatives;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reruns with other values and further directories, and the runs around a run. */
@Timeout(300)
class RerunChangesTest {

  private static final String RECIPE =
      """
      name: survey
      args: ["topic=lettuce", "count=2"]
      parallel: true
      template:
        - {label: fixed, template: "echo fixed"}
        - {label: topic, template: "echo {topic}"}
        - {label: archive, template: "cat /archive/notes"}
      """;

  @TempDir Path directory;

  private Engine engine = Engine.open(EngineOptions.inMemory());

  @AfterEach
  void close() {
    engine.close();
  }

  private static Recipe recipe(String text) {
    return new RecipeReader().read(text, "survey.yaml");
  }

  private RunResult run() throws InterruptedException {
    return engine.run(RunRequest.of(recipe(RECIPE)).value("topic", "endive").build());
  }

  private static Map<String, @Nullable Object> value(String name, @Nullable Object value) {
    Map<String, @Nullable Object> values = new HashMap<>();
    values.put(name, value);
    return values;
  }

  private StoredRun stored(RunResult run) {
    return engine.records().run(run.run()).orElseThrow();
  }

  @Test
  void a_join_is_topped_up_with_a_directory_that_the_first_run_had_not() throws Exception {
    RunResult first = run();
    assertThat(first.status()).isEqualTo(RunStatus.DEGRADED);
    Files.writeString(directory.resolve("notes"), "found\n");
    RerunRequest request =
        RerunRequest.of(first.run())
            .withDirectories(List.of(DirectoryGrant.parse(directory + "::/archive:ro")));
    RerunPlan plan = engine.planRerun(request);
    assertThat(plan.fresh()).extracting(Step::path).containsExactly("0.2");
    assertThat(plan.reuse().size()).isEqualTo(2);
    RunResult again = engine.rerun(request).await();
    assertThat(again.status()).isEqualTo(RunStatus.DONE);
    NewRun launch = engine.records().launch(again.run()).orElseThrow();
    assertThat(launch.directories()).containsExactly(directory + "::/archive:ro");
    assertThat(launch.values()).containsEntry("topic", "endive");
    RunResult third = engine.rerun(RerunRequest.of(again.run()).withScope(RerunScope.ALL)).await();
    assertThat(third.status()).as("the rerun's own rerun has it too").isEqualTo(RunStatus.DONE);
  }

  @Test
  void other_values_run_what_they_change_and_a_null_is_the_default() throws Exception {
    RunResult first = run();
    RerunRequest request =
        RerunRequest.of(first.run()).withValues(value("topic", "chicory")).withForce(true);
    RerunPlan plan = engine.planRerun(request);
    assertThat(plan.fresh()).extracting(Step::path).containsExactly("0.1", "0.2");
    assertThat(plan.lost()).extracting(Step::path).containsExactly("0.1");
    RunResult again = engine.rerun(request).await();
    assertThat(again.stdout().text()).contains("chicory\n").doesNotContain("endive");
    NewRun launch = engine.records().launch(again.run()).orElseThrow();
    assertThat(launch.values()).containsEntry("topic", "chicory");
    RunResult back =
        engine
            .rerun(RerunRequest.of(again.run()).withValues(value("topic", null)).withForce(true))
            .await();
    assertThat(back.stdout().text()).contains("lettuce\n");
    assertThat(engine.records().launch(back.run()).orElseThrow().values()).isEmpty();
  }

  @Test
  void values_that_do_not_fit_and_directories_that_are_reserved_start_nothing() throws Exception {
    engine.close();
    engine = Engine.open(EngineOptions.at(directory.resolve("data")));
    RunResult first = run();
    RerunRequest request = RerunRequest.of(first.run());
    assertThatThrownBy(() -> engine.rerun(request.withValues(value("tpoic", "x"))))
        .isInstanceOf(RecipeException.class);
    DirectoryGrant own = DirectoryGrant.parse(directory.resolve("data") + "::/own");
    for (RerunRequest wrong : List.of(request.withDirectories(List.of(own)))) {
      assertThatThrownBy(() -> engine.rerun(wrong)).isInstanceOf(DirectoryRefusedException.class);
      assertThatThrownBy(() -> engine.planRerun(wrong))
          .isInstanceOf(DirectoryRefusedException.class);
    }
    DirectoryGrant workspace = DirectoryGrant.workspace(directory.resolve("other"));
    assertThatThrownBy(() -> engine.rerun(request.withDirectories(List.of(workspace))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(engine.records().relatives(stored(first), null).next()).isNull();
  }

  @Test
  void a_run_knows_those_around_it() throws Exception {
    RunResult first = run();
    RunResult good = engine.run(RunRequest.of(recipe("{name: survey, template: echo}")).build());
    RunResult other = engine.run(RunRequest.of(recipe("{name: other, template: echo}")).build());
    RunResult last = run();
    RunResult again = engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.ALL)).await();
    RunRelatives ofFirst = engine.records().relatives(stored(first), null);
    assertThat(ofFirst.previous()).isNull();
    assertThat(ofFirst.lastGood()).isNull();
    assertThat(ofFirst.next()).isEqualTo(stored(good));
    assertThat(ofFirst.reruns()).containsExactly(stored(again));
    RunRelatives ofLast = engine.records().relatives(stored(last), null);
    assertThat(ofLast.previous()).isEqualTo(stored(good));
    assertThat(ofLast.lastGood()).isEqualTo(stored(good));
    assertThat(ofLast.next()).isEqualTo(stored(again));
    assertThat(engine.records().relatives(stored(other), null))
        .isEqualTo(new RunRelatives(null, null, null, List.of()));
    assertThat(engine.records().relatives(stored(last), "stranger"))
        .isEqualTo(new RunRelatives(null, null, null, List.of()));
    assertThat(engine.records().relatives(stored(last), "operator")).isEqualTo(ofLast);
  }
}
