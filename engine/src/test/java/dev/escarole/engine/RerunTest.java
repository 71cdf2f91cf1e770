package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.NewRun;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Running a run again, with real database, workers and sandbox. */
@Timeout(300)
class RerunTest {

  /** Three branches, of which one needs a file that is not there at first; then all is counted. */
  private static final String DEGRADED =
      "[{\"parallel\": true, \"min_successful\": 3, \"template\": ["
          + "{\"label\": \"a\", \"template\": \"echo a\"},"
          + "{\"label\": \"b\", \"template\": \"cat /data/late.txt\"},"
          + "{\"label\": \"c\", \"template\": [\"echo c\", \"tee kept.txt\"]}]}, \"cat\"]";

  @TempDir Path directory;

  @TempDir Path books;

  private Engine engine = Engine.open(EngineOptions.inMemory());

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void a_degraded_join_is_topped_up_and_decided_again() throws Exception {
    RunResult first = run(DEGRADED);
    assertThat(first.status()).isEqualTo(RunStatus.DEGRADED);
    Files.writeString(books.resolve("late.txt"), "b\n");

    RunResult again = engine.rerun(RerunRequest.of(first.run())).await();
    assertThat(again.status()).isEqualTo(RunStatus.DONE);
    assertThat(again.joins())
        .singleElement()
        .satisfies(join -> assertThat(join.usableBranches()).isEqualTo(3));
    assertThat(again.stdout().text())
        .startsWith("--- parallel_status: complete usable: 3 expected: 3 minimum: 3 ---")
        .contains("--- branch: b status: done ---\nb\n");
    assertThat(origins(again))
        .containsExactlyInAnyOrder(
            "0.0.0 REUSED", "0.0.1 RAN", "0.0.2.0 REUSED", "0.0.2.1 REUSED", "0.1 RAN");
    NewRun launch = engine.records().launch(again.run()).orElseThrow();
    assertThat(launch.again()).isEqualTo(new NewRun.Again(first.run(), RerunScope.FAILED));
    assertThat(engine.workspace(again.run()).resolve("kept.txt")).hasContent("c");
    assertThat(engine.records().run(first.run()).orElseThrow().status())
        .isEqualTo(RunStatus.DEGRADED);
  }

  @Test
  void everything_can_be_run_again_with_nothing_kept() throws Exception {
    RunResult first = run(DEGRADED);
    RunResult again = engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.ALL)).await();
    assertThat(again.attempts())
        .extracting(RunResult.AttemptReport::origin)
        .containsOnly(LeafOrigin.RAN);
    assertThat(again.stdout().text()).isEqualTo(first.stdout().text());
  }

  @Test
  void from_a_step_on_keeps_what_comes_before_it() throws Exception {
    RunResult first = run("[\"echo one\", \"cat\", \"sort\", \"wc -l\"]");
    RunResult again =
        engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.from("0.2"))).await();
    assertThat(origins(again)).containsExactly("0.0 REUSED", "0.1 REUSED", "0.2 RAN", "0.3 RAN");
    assertThat(again.stdout().text()).isEqualTo(first.stdout().text());
  }

  @Test
  void one_branch_is_run_again_while_others_stay_as_they_ended() throws Exception {
    RunResult first = run(DEGRADED);
    Files.writeString(books.resolve("late.txt"), "b\n");
    RunResult again =
        engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.branch("0.0.0"))).await();
    assertThat(again.status()).isEqualTo(RunStatus.DEGRADED);
    assertThat(origins(again))
        .containsExactlyInAnyOrder(
            "0.0.0 RAN", "0.0.1 REUSED", "0.0.2.0 REUSED", "0.0.2.1 REUSED", "0.1 RAN");
    assertThatThrownBy(
            () -> engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.branch("0.1"))))
        .isInstanceOf(RerunRefusedException.class)
        .hasMessageContaining("is not a branch");
  }

  @Test
  void what_failed_in_one_join_is_run_again_while_failures_of_another_stay() throws Exception {
    RunResult first =
        run(
            "[{\"parallel\": true, \"template\": ["
                + "{\"parallel\": true, \"template\": [\"echo a\", \"cat /data/late.txt\"]},"
                + "{\"parallel\": true, \"template\": [\"echo b\", \"cat /data/late.txt\"]}]},"
                + " \"cat\"]");
    Files.writeString(directory.resolve("late.txt"), "now\n");
    RunResult again =
        engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.failedIn("0.0.0"))).await();
    assertThat(origins(again))
        .containsExactlyInAnyOrder(
            "0.0.0.0 REUSED", "0.0.0.1 RAN", "0.0.1.0 REUSED", "0.0.1.1 REUSED", "0.1 RAN");
    assertThat(again.joins())
        .filteredOn(join -> join.path().equals("0.0.1"))
        .singleElement()
        .satisfies(join -> assertThat(join.failed()).isEqualTo(1));
    assertThat(engine.records().launch(again.run()).orElseThrow().again())
        .isEqualTo(new NewRun.Again(first.run(), RerunScope.parse("failed 0.0.0")));
    assertThatThrownBy(
            () -> engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.failedIn("0.7"))))
        .isInstanceOf(RerunRefusedException.class)
        .hasMessageContaining("no step 0.7");
  }

  @Test
  void what_failed_in_a_join_is_run_again_if_it_is_named_by_its_label() throws Exception {
    RunResult first =
        run(
            "[{\"label\": \"fan\", \"parallel\": true,"
                + " \"template\": [\"echo a\", \"cat /data/late.txt\"]}, \"cat\"]");
    Files.writeString(books.resolve("late.txt"), "now\n");
    RunResult again =
        engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.failedIn("fan"))).await();
    assertThat(origins(again)).containsExactlyInAnyOrder("0.0.0 REUSED", "0.0.1 RAN", "0.1 RAN");
  }

  @Test
  void a_step_after_a_failed_one_runs_again_although_it_succeeded() throws Exception {
    RunResult first = run("[\"cat /data/late.txt\", \"cat\"]");
    Files.writeString(books.resolve("late.txt"), "now\n");
    RunResult again = engine.rerun(RerunRequest.of(first.run())).await();
    assertThat(again.stdout().text()).isEqualTo("now\n");
    assertThat(origins(again)).containsExactly("0.0 RAN", "0.1 RAN");
  }

  @Test
  void a_finished_step_does_not_wait_for_its_delay_again() throws Exception {
    RunResult first = run("[\"echo one\", \"ls /nowhere\"]");
    Recipe delayed = recipe("[{\"delay\": 3600000, \"template\": \"echo one\"}, \"ls /nowhere\"]");
    RunResult again = engine.rerun(RerunRequest.of(first.run()).withRecipe(delayed)).await();
    assertThat(origins(again)).containsExactly("0.0 REUSED", "0.1 RAN");
  }

  @Test
  void a_changed_recipe_keeps_what_still_holds_and_asks_before_it_loses_more() throws Exception {
    RunResult first = run("[\"echo one\", \"cat\", \"cat /data/late.txt\"]");
    Files.writeString(books.resolve("late.txt"), "late\n");
    Recipe mended =
        recipe("[\"echo one\", \"cat\", {\"retry\": 2, \"template\": \"cat /data/late.txt\"}]");
    RunResult again = engine.rerun(RerunRequest.of(first.run()).withRecipe(mended)).await();
    assertThat(origins(again)).containsExactly("0.0 REUSED", "0.1 REUSED", "0.2 RAN");

    Recipe other = recipe("[\"echo two\", \"cat\", \"cat /data/late.txt\"]");
    RerunRequest request = RerunRequest.of(first.run()).withRecipe(other);
    assertThat(engine.planRerun(request).lost())
        .extracting(step -> step.path())
        .containsExactly("0.0", "0.1");
    assertThatThrownBy(() -> engine.rerun(request))
        .isInstanceOf(RerunRefusedException.class)
        .hasMessageContaining("2 finished steps are no longer valid");
    assertThat(origins(engine.rerun(request.withForce(true)).await()))
        .containsExactly("0.0 RAN", "0.1 RAN", "0.2 RAN");
  }

  @Test
  void a_step_inserted_into_a_sequence_is_run_with_all_after_it() throws Exception {
    RunResult first = run("[\"echo one\", \"cat\", \"ls /nowhere\"]");
    Recipe longer = recipe("[\"echo one\", \"tee x\", \"cat\", \"ls /nowhere\"]");
    RerunRequest request = RerunRequest.of(first.run()).withRecipe(longer).withForce(true);
    assertThat(origins(engine.rerun(request).await()))
        .containsExactly("0.0 REUSED", "0.1 RAN", "0.2 RAN", "0.3 RAN");
  }

  @Test
  void without_the_earlier_workspace_it_asks_before_it_begins_with_an_empty_one() throws Exception {
    RunResult first = run("[\"tee x\", \"ls /nowhere\"]");
    try (Stream<Path> files = Files.walk(engine.workspace(first.run()))) {
      files.sorted((a, b) -> b.compareTo(a)).forEach(RerunTest::delete);
    }
    assertThatThrownBy(() -> engine.rerun(RerunRequest.of(first.run())))
        .isInstanceOf(RerunRefusedException.class)
        .hasMessageContaining("workspace of run " + first.run() + " is gone");
    RunResult forced = engine.rerun(RerunRequest.of(first.run()).withForce(true)).await();
    assertThat(origins(forced)).containsExactly("0.0 REUSED", "0.1 RAN");
  }

  @Test
  void a_run_that_is_not_over_or_unknown_is_refused() throws Exception {
    RunHandle handle =
        engine.start(request("{\"delay\": 3600000, \"template\": \"echo\"}").build());
    assertThatThrownBy(() -> engine.rerun(RerunRequest.of(handle.id())))
        .isInstanceOf(RerunRefusedException.class)
        .hasMessageContaining("is not over");
    assertThatThrownBy(() -> engine.rerun(RerunRequest.of(new RunId("20200101-000000-aaaaaa"))))
        .isInstanceOf(RerunRefusedException.class)
        .hasMessageContaining("there is no run");
    handle.cancel();
  }

  @Test
  void a_rerun_that_is_interrupted_still_takes_over_what_it_was_to() throws Exception {
    engine.close();
    engine = Engine.open(EngineOptions.at(directory.resolve("db")));
    RunResult first =
        run(
            "[\"echo one\", {\"parallel\": true, \"template\": [\"cat\", \"cat"
                + " /data/late.txt\"]}]");
    Files.writeString(books.resolve("late.txt"), "late\n");
    CompletableFuture<RunEvent> begun = new CompletableFuture<>();
    RunHandle handle =
        engine.rerun(
            RerunRequest.of(first.run())
                .withListener(
                    event -> {
                      if (event instanceof RunEvent.StepChanged change
                          && change.state() == StepState.RUNNING) {
                        begun.complete(event);
                      }
                    }));
    begun.get();
    engine.suspend();
    engine = Engine.open(EngineOptions.at(directory.resolve("db")));
    if (!engine.resumed().isEmpty()) {
      engine.resumed().get(0).await();
    }
    assertThat(engine.records().attempts(handle.id()))
        .filteredOn(attempt -> attempt.origin() == LeafOrigin.REUSED)
        .hasSize(2);
    assertThat(engine.records().run(handle.id()).orElseThrow().status()).isEqualTo(RunStatus.DONE);
  }

  /** Two branches without their files, one that is too late, and a group with too little. */
  private static final String CAUSES =
      "{\"parallel\": true, \"template\": ["
          + "\"cat /data/late.txt\", \"cat /data/later.txt\", \"false\", \"echo d\"]}";

  @Test
  void the_failures_of_one_cause_are_run_again_and_others_stay_failed() throws Exception {
    RunResult first = run(CAUSES);
    assertThat(first.causes())
        .extracting(each -> each.failures() + " × " + each.cause().words())
        .containsExactly("2 × cat: …: No such file or directory", "1 × exit 1");
    assertThat(engine.records().run(first.run()).orElseThrow().causes()).isEqualTo(first.causes());
    Files.writeString(books.resolve("late.txt"), "a\n");
    String key = first.causes().get(0).cause().key();
    RunResult again =
        engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.ofCause(key))).await();
    assertThat(origins(again))
        .containsExactlyInAnyOrder("0.0 RAN", "0.1 RAN", "0.2 REUSED", "0.3 REUSED");
    assertThat(again.causes())
        .extracting(each -> each.failures() + " × " + each.cause().words())
        .containsExactly("1 × cat: …: No such file or directory", "1 × exit 1");
    assertThat(engine.records().launch(again.run()).orElseThrow().again())
        .isEqualTo(new NewRun.Again(first.run(), RerunScope.ofCause(key)));
    assertThatThrownBy(
            () -> engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.ofCause("no"))))
        .isInstanceOf(RerunRefusedException.class)
        .hasMessageContaining("failed of the cause 'no'");
  }

  @Test
  void a_join_that_is_a_cause_itself_runs_all_its_branches_again() throws Exception {
    RunResult first =
        run(
            "{\"parallel\": true, \"failure\": \"branch\", \"min_successful\": 2, \"template\": [\"true\", \"echo a\"]}");
    assertThat(first.causes())
        .extracting(each -> each.path() + ": " + each.cause().words())
        .containsExactly("0: only … of at least … branches are usable");
    String key = first.causes().get(0).cause().key();
    assertThat(engine.records().failures(first.run()).values())
        .extracting(each -> each.cause().key())
        .containsExactly(key);
    RunResult again =
        engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.ofCause(key))).await();
    assertThat(origins(again)).containsExactlyInAnyOrder("0.0 RAN", "0.1 RAN");
  }

  private RunResult run(String json) throws InterruptedException {
    return engine.run(request(json).build());
  }

  private RunRequest.Builder request(String json) {
    return RunRequest.of(recipe(json))
        .stdin(Content.of("input\n"))
        .directories(List.of(DirectoryGrant.parse(books + "::/data:ro")));
  }

  private static Recipe recipe(String json) {
    return new RecipeReader().read(json, "test.json");
  }

  private static List<String> origins(RunResult result) {
    return result.attempts().stream()
        .map(attempt -> attempt.path() + " " + attempt.origin())
        .sorted()
        .toList();
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
