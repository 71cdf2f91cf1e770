package dev.escarole.engine.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.Consent;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.LeafResult;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunCounts.Tally;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.engine.store.database.Database.DatabaseFacts;
import dev.escarole.engine.store.database.StoreOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lists of runs and parts of one, whatever the database. */
abstract class RunReportsContract {

  private static final RunId RUN = Runs.id(1);

  private static final Plan FAN =
      Runs.plan(
          """
          {"name": "fan", "parallel": true, "template": [
            {"label": "good", "template": "echo good"},
            {"label": "bad", "template": ["grep needle", "sort"]},
            {"label": "Loud", "template": "echo loud", "retry": 2, "recover": "echo sorry"}]}
          """);

  private RunStore store;

  /** A new, empty database. */
  abstract StoreOptions options();

  @BeforeEach
  void open() {
    store = RunStore.open(options());
  }

  @AfterEach
  void close() {
    store.close();
  }

  private RunId stored(int number, String recipe, String principal, String... labels) {
    Plan plan = Runs.plan("{\"name\": \"%s\", \"template\": \"echo hi\"}".formatted(recipe));
    RunId id = Runs.id(number);
    Instant start = Runs.START.plus(Duration.ofHours(number));
    store.create(
        new NewRun(id, principal, Map.of(), "", Content.EMPTY, List.of(), start)
            .withLabels(List.of(labels)),
        plan);
    return id;
  }

  private void end(RunId id, RunStatus status, @Nullable RunCounts counts, Duration after) {
    RunEvent.RunEnded end = Runs.over(id, Runs.chain(1), status, Content.of("out"));
    Instant at = store.records().run(id).orElseThrow().startedAt().plus(after);
    store.journal().record(new RunEvent.RunEnded(id, at, end.result(), counts));
    store.journal().flush();
  }

  private void end(RunId id, RunStatus status) {
    end(id, status, null, Duration.ofSeconds(1));
  }

  private List<RunId> ids(RunFilter filter) {
    return store.records().runs(RunQuery.latest(100).withFilter(filter)).stream()
        .map(StoredRun::id)
        .toList();
  }

  private Step step(String path) {
    return FAN.steps().stream().filter(each -> each.path().equals(path)).findFirst().orElseThrow();
  }

  private void record(RunEvent... events) {
    List.of(events).forEach(store.journal()::record);
    store.journal().flush();
  }

  private RunEvent failedAttempt(Step step, int attempt, Outcome outcome, String stderr) {
    LeafResult result = new LeafResult(outcome, Content.EMPTY, Content.of(stderr), 1);
    return new RunEvent.AttemptEnded(RUN, Runs.START, (LeafStep) step, attempt, result, 1);
  }

  private RunEvent ended(Step step, StepStatus status, Outcome outcome) {
    return Runs.ended(RUN, step, status, outcome, Content.EMPTY);
  }

  @Test
  void what_was_lost_and_whether_the_author_agreed_is_kept() {
    RunId running = stored(1, "a", "ada");
    RunId lost = stored(2, "a", "ada");
    Acceptance acceptance =
        new Acceptance(
            false,
            List.of(
                new Acceptance.Loss(
                    "0.1", "l\u0000\ud83e\udd6c", "cat 'ä'", "exited", 1, "no\u0000 file", null),
                new Acceptance.Loss("0.2", null, "", "timed_out", 124, "", Consent.MIN_SUCCESSFUL)),
            7,
            List.of(new Acceptance.FailureRead("0.3", "wc -l", "0.1", true)),
            3);
    RunResult plain = Runs.over(lost, Runs.chain(1), RunStatus.DEGRADED, Content.EMPTY).result();
    RunResult result =
        new RunResult(
            lost,
            plain.recipe(),
            plain.planHash(),
            plain.status(),
            acceptance,
            plain.stdout(),
            plain.selected(),
            plain.span(),
            List.of(),
            List.of(),
            List.of(),
            List.of());
    record(new RunEvent.RunEnded(lost, Runs.START.plusSeconds(1), result, null));
    assertThat(store.records().acceptance(lost)).contains(acceptance);
    assertThat(store.records().run(lost).orElseThrow().accepted()).isFalse();
    assertThat(store.records().acceptance(running)).isEmpty();
    assertThat(store.records().run(running).orElseThrow().accepted()).isNull();
  }

  @Test
  void runs_are_filtered_by_a_set_of_statuses() {
    RunId running = stored(1, "a", "ada");
    RunId failed = stored(2, "a", "ada");
    RunId done = stored(3, "a", "ada");
    end(failed, RunStatus.FAILED);
    end(done, RunStatus.DONE);
    RunFilter all = RunFilter.ALL;
    assertThat(ids(all.withStatuses(Set.of(RunStatus.FAILED, RunStatus.DONE))))
        .containsExactly(done, failed);
    assertThat(ids(all.withStatuses(Set.of(RunStatus.INTERRUPTED)))).containsExactly(running);
    assertThat(ids(all.withStatuses(Set.of(RunStatus.CANCELLED)))).isEmpty();
    assertThat(ids(all)).containsExactly(done, failed, running);
  }

  @Test
  void runs_are_filtered_by_recipe_principal_label_and_time_at_once() {
    RunId first = stored(1, "a", "ada", "nightly", "books");
    RunId second = stored(2, "b", "ada", "nightly");
    RunId third = stored(3, "a", "bob", "nightly");
    RunFilter all = RunFilter.ALL;
    assertThat(ids(all.withRecipe("a"))).containsExactly(third, first);
    assertThat(ids(all.withPrincipal("ada"))).containsExactly(second, first);
    assertThat(ids(all.withLabel("books"))).containsExactly(first);
    assertThat(ids(all.withLabel("book"))).isEmpty();
    assertThat(ids(all.withLabel("nightly").withPrincipal("ada").withRecipe("b")))
        .containsExactly(second);
    Instant two = Runs.START.plus(Duration.ofHours(2));
    assertThat(ids(all.withTimes(two, null))).containsExactly(third, second);
    assertThat(ids(all.withTimes(null, two))).containsExactly(first);
    assertThat(ids(all.withTimes(two, two))).isEmpty();
  }

  @Test
  void a_text_is_found_in_recipe_names_and_labels_and_at_the_start_of_run_ids() {
    RunId first = stored(1, "Word-Count", "ada");
    RunId second = stored(2, "other", "ada", "100% SURE", "x");
    RunFilter all = RunFilter.ALL;
    assertThat(ids(all.withText("word-c"))).containsExactly(first);
    assertThat(ids(all.withText("0% sure"))).containsExactly(second);
    assertThat(ids(all.withText("%"))).as("stands for itself").containsExactly(second);
    assertThat(ids(all.withText("_"))).isEmpty();
    assertThat(ids(all.withText(first.value()))).containsExactly(first);
    assertThat(ids(all.withText("20261121"))).containsExactly(second, first);
    assertThat(ids(all.withText("word").withRecipe("other"))).isEmpty();
    assertThat(ids(all.withText("' or 1=1 --"))).isEmpty();
    assertThat(ids(all.withText("  "))).hasSize(2);
    assertThatThrownBy(() -> all.withText("x".repeat(1001))).hasMessageContaining("1000");
  }

  @Test
  void a_page_goes_on_where_the_one_before_ended_though_that_run_is_deleted() {
    for (int i = 1; i <= 5; i++) {
      end(stored(i, "a", "ada"), RunStatus.DONE);
    }
    List<StoredRun> first = store.records().runs(RunQuery.latest(2));
    assertThat(first).extracting(StoredRun::id).containsExactly(Runs.id(5), Runs.id(4));
    long last = first.get(1).number();
    store.delete(
        store.kept().stream().filter(run -> run.id().equals(Runs.id(4))).toList(), id -> {});
    assertThat(store.records().runs(RunQuery.latest(2).withBeforeNumber(last)))
        .extracting(StoredRun::id)
        .containsExactly(Runs.id(3), Runs.id(2));
  }

  @Test
  void labels_are_read_back_in_order_and_go_with_their_run() {
    RunId id = stored(1, "a", "ada", "b", "ä b", "a");
    end(id, RunStatus.DONE);
    assertThat(store.records().run(id).orElseThrow().labels()).containsExactly("a", "b", "ä b");
    assertThat(store.records().launch(id).orElseThrow().labels()).containsExactly("a", "b", "ä b");
    store.delete(store.kept(), gone -> {});
    stored(2, "a", "ada");
    assertThat(ids(RunFilter.ALL.withText("ä b"))).isEmpty();
  }

  @Test
  void the_counts_of_the_end_are_stored_with_the_end() {
    RunId id = stored(1, "a", "ada");
    assertThat(store.records().run(id).orElseThrow().counts()).isNull();
    end(
        id,
        RunStatus.FAILED,
        new RunCounts(new Tally(1, 2, 3, 4, 5, 6), new Tally(7, 8, 9, 10, 0, 12)),
        Duration.ZERO);
    assertThat(store.records().run(id).orElseThrow().counts())
        .as("what ran when the run ended never ended")
        .isEqualTo(new RunCounts(new Tally(1, 2, 3, 4, 0, 11), new Tally(7, 8, 9, 10, 0, 12)));
  }

  @Test
  void a_recipe_has_a_history_with_success_rate_and_median() {
    RunStatus[] ends = {RunStatus.DONE, RunStatus.FAILED, RunStatus.DEGRADED, RunStatus.CANCELLED};
    for (int i = 0; i < ends.length; i++) {
      end(stored(i + 1, "a", "ada"), ends[i], null, Duration.ofSeconds(10L * (i + 1)));
    }
    stored(5, "a", "ada");
    stored(6, "b", "ada");
    RecipeHistory history = store.records().recipeHistory("a", 10);
    assertThat(history.runs()).hasSize(5);
    assertThat(history.successRate()).as("a degraded run is no success").hasValue(1.0 / 3);
    assertThat(history.degradedRate()).hasValue(1.0 / 3);
    assertThat(history.medianDuration()).isEqualTo(Duration.ofSeconds(20));
    assertThat(store.records().recipeHistory("a", 2).runs())
        .extracting(StoredRun::id)
        .containsExactly(Runs.id(5), Runs.id(4));
    assertThat(store.records().recipeHistory("b", 2).successRate()).isEmpty();
    assertThat(store.records().recipeHistory("b", 2).medianDuration()).isNull();
  }

  @Test
  void steps_are_read_page_by_page_and_by_state_parent_and_text() {
    store.create(Runs.newRun(RUN), FAN);
    record(
        Runs.changed(RUN, step("0.0"), StepState.RUNNING),
        Runs.done(RUN, step("0.0"), Content.of("x")),
        ended(step("0.1.0"), StepStatus.FAILED, Outcome.exited(1)));
    StepQuery all = StepQuery.first(100);
    assertThat(store.records().steps(RUN, all)).isEqualTo(store.records().steps(RUN));
    assertThat(paths(StepQuery.first(2))).containsExactly("0", "0.0");
    assertThat(paths(StepQuery.first(2).withAfterIndex(1))).containsExactly("0.1", "0.1.0");
    assertThat(paths(all.withStates(Set.of(StepState.FAILED, StepState.DONE))))
        .containsExactly("0.0", "0.1.0");
    assertThat(paths(StepQuery.first(1).withStates(Set.of(StepState.PENDING)).withAfterIndex(1)))
        .containsExactly("0.1");
    assertThat(paths(all.withParent(step("0.1").index()))).containsExactly("0.1.0", "0.1.1");
    assertThat(paths(all.withText("NEEDLE"))).containsExactly("0.1.0");
    assertThat(paths(all.withText("lou"))).containsExactly("0.2");
    assertThat(paths(all.withText("%"))).isEmpty();
    assertThat(store.records().steps(Runs.id(9), all)).isEmpty();
  }

  private List<String> paths(StepQuery query) {
    return store.records().steps(RUN, query).stream().map(step -> step.place().path()).toList();
  }

  @Test
  void one_step_is_read_with_its_attempts_and_transitions() {
    store.create(Runs.newRun(RUN), FAN);
    Step loud = step("0.2");
    record(
        Runs.changed(RUN, loud, StepState.RUNNING),
        Runs.started(RUN, loud, 1, Content.of("in")),
        failedAttempt(loud, 1, Outcome.exited(3), "no luck"),
        Runs.changed(RUN, loud, StepState.RECOVERING),
        Runs.done(RUN, step("0.2.recover"), Content.EMPTY),
        Runs.changed(RUN, loud, StepState.RUNNING),
        Runs.started(RUN, loud, 2, Content.of("in")),
        Runs.attempted(RUN, loud, 2, Content.of("loud")),
        Runs.done(RUN, loud, Content.of("loud")));
    StepDetails details = store.records().step(RUN, "0.2").orElseThrow();
    assertThat(details.step()).isEqualTo(store.records().steps(RUN).get(loud.index()));
    assertThat(details.attempts()).extracting(StoredAttempt::attempt).containsExactly(1, 2);
    assertThat(store.records().contentPart(details.attempts().get(0).stderr(), 0, 99))
        .contains("no luck".getBytes(UTF_8));
    assertThat(details.transitions())
        .extracting(StoredTransition::state)
        .containsExactly(
            StepState.RUNNING, StepState.RECOVERING, StepState.RUNNING, StepState.DONE);
    assertThat(store.records().step(RUN, "0.7")).isEmpty();
  }

  @Test
  void each_failed_branch_says_its_first_error_in_a_line() {
    store.create(Runs.newRun(RUN), FAN);
    record(
        Runs.done(RUN, step("0.0"), Content.of("x")),
        failedAttempt(step("0.1.0"), 1, Outcome.exited(2), "\n  grep: bad pattern  \nmore\n"),
        ended(step("0.1.0"), StepStatus.FAILED, Outcome.exited(2)),
        failedAttempt(step("0.2.recover"), 1, Outcome.exited(9), "of the recovery"),
        ended(step("0.2.recover"), StepStatus.FAILED, Outcome.exited(9)),
        failedAttempt(step("0.2"), 1, Outcome.exited(1), "at first"),
        failedAttempt(step("0.2"), 2, Outcome.of(Outcome.Kind.TIMED_OUT, "after 5 s"), ""),
        ended(step("0.2"), StepStatus.TIMEOUT, Outcome.of(Outcome.Kind.TIMED_OUT, "after 5 s")));
    assertThat(store.records().firstErrors(RUN, List.of("0.0", "0.1", "0.2")))
        .isEqualTo(Map.of("0.1", "grep: bad pattern", "0.2", "after 5 s"));
    assertThat(store.records().firstErrors(RUN, List.of())).isEmpty();
  }

  @Test
  void a_part_of_a_large_content_is_read_by_itself() {
    store.create(Runs.newRun(RUN), FAN);
    StringBuilder text = new StringBuilder();
    for (int i = 0; text.length() < 1_300_000; i++) {
      text.append("line ").append(i).append('\n');
    }
    byte[] whole = text.toString().getBytes(UTF_8);
    Content content = Content.of(text.toString());
    record(Runs.attempted(RUN, step("0.0"), 1, content));
    RunRecords reports = store.records();
    ContentRef ref = reports.attempts(RUN).get(0).stdout();
    for (int from : new int[] {0, 1, 524_287, 524_288, 524_289, 1_048_570, whole.length - 3}) {
      byte[] part = reports.contentPart(ref, from, 600_000).orElseThrow();
      int end = Math.min(whole.length, from + 600_000);
      assertThat(part).isEqualTo(java.util.Arrays.copyOfRange(whole, from, end));
    }
    assertThat(reports.contentPart(ref, whole.length, 10)).contains(new byte[0]);
    assertThat(reports.contentPart(ref, 5, 0)).contains(new byte[0]);
    assertThat(reports.contentPart(ContentRef.ofRun("0".repeat(64)), 0, 10)).isEmpty();
    assertThat(reports.contentPart(ContentRef.to(Content.EMPTY), 0, 10)).contains(new byte[0]);
  }

  @Test
  void the_database_says_what_it_is() {
    DatabaseFacts facts = store.facts();
    assertThat(facts.product()).isIn("H2", "PostgreSQL");
    assertThat(facts.version()).matches("\\d+\\..*");
    assertThat(facts.schema()).isEqualTo("1");
    assertThat(facts.bytes()).isNotNegative();
  }
}
