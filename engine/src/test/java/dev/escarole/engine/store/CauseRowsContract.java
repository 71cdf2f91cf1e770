package dev.escarole.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.CauseTally;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.FailureCause;
import dev.escarole.engine.run.LeafResult;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.engine.store.database.StoreOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Why steps of a run failed, whatever the database. */
abstract class CauseRowsContract {

  private static final RunId RUN = Runs.id(1);
  private static final Outcome LATE = Outcome.of(Outcome.Kind.TIMED_OUT, "after 5 s");

  private static final Plan FAN =
      Runs.plan(
          """
          {"name": "fan", "parallel": true, "template": [
            "cat /in/1", "cat /in/2", "sleep 9", {"label": "last", "template": ["cat /in/4", "sort"]}]}
          """);

  private RunStore store;

  /** A new, empty database. */
  abstract StoreOptions options();

  @BeforeEach
  void open() {
    store = RunStore.open(options());
    store.create(Runs.newRun(RUN), FAN);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static Step step(String path) {
    return FAN.steps().stream().filter(each -> each.path().equals(path)).findFirst().orElseThrow();
  }

  private void fails(String path, Outcome outcome, String stderr) {
    Step step = step(path);
    LeafResult result = new LeafResult(outcome, Content.EMPTY, Content.of(stderr), 1);
    boolean late = outcome.kind() == Outcome.Kind.TIMED_OUT;
    store
        .journal()
        .record(new RunEvent.AttemptEnded(RUN, Runs.START, (LeafStep) step, 1, result, 1));
    store
        .journal()
        .record(
            Runs.ended(
                RUN, step, late ? StepStatus.TIMEOUT : StepStatus.FAILED, outcome, Content.EMPTY));
  }

  private void fourFailures() {
    fails("0.0", Outcome.exited(1), "cat: /in/1: No such file\n");
    fails("0.1", Outcome.exited(1), "cat: /in/2: No such file\u0000\n");
    fails("0.2", LATE, "");
    fails("0.3.0", Outcome.exited(1), "cat: /in/4: No such file\n");
    store
        .journal()
        .record(Runs.ended(RUN, step("0.3"), StepStatus.FAILED, Outcome.exited(1), Content.EMPTY));
    store.journal().flush();
  }

  private List<String> paths(StepQuery query) {
    return store.records().steps(RUN, query).stream().map(step -> step.place().path()).toList();
  }

  @Test
  void failures_are_known_while_the_run_goes_on_and_each_stands_once() {
    assertThat(store.records().failures(RUN)).isEmpty();
    fourFailures();
    List<CauseTally> causes = CauseTally.of(List.copyOf(store.records().failures(RUN).values()));
    assertThat(causes)
        .extracting(each -> each.failures() + " × " + each.cause().words() + ", " + each.line())
        .containsExactly(
            "3 × cat: …: No such file, cat: /in/1: No such file", "1 × timed out, after 5 s");
    StepQuery all = StepQuery.first(10);
    assertThat(paths(all.withCause(StepQuery.ANY_CAUSE)))
        .as("a group that a step failed is not a failure of its own")
        .containsExactly("0.0", "0.1", "0.2", "0.3.0");
    assertThat(paths(all.withCause(causes.get(0).cause().key())))
        .containsExactly("0.0", "0.1", "0.3.0");
    assertThat(paths(StepQuery.first(1).withAfterIndex(1).withCause("any"))).containsExactly("0.1");
    assertThat(paths(all.withCause("nothing"))).isEmpty();
    assertThat(paths(all.withText("IN/2: no"))).as("errors are searched").containsExactly("0.1");
    assertThat(store.records().firstErrors(RUN, List.of("0.1", "0.3")))
        .containsEntry("0.1", "cat: /in/2: No such file")
        .containsEntry("0.3", "cat: /in/4: No such file");
  }

  @Test
  void the_causes_are_stored_with_the_end_found_by_text_and_deleted_with_the_run() {
    List<RunResult.Failure> failures = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String kind = String.valueOf((char) ('a' + i % 30)).repeat(3);
      failures.add(
          new RunResult.Failure(
              "0." + i, i == 0 ? "ä\n🥬" : null, List.of(), Outcome.exited(1), kind + " 100% é"));
    }
    failures.add(
        new RunResult.Failure(
            "0.99", null, List.of(), Outcome.of(Outcome.Kind.CANCELLED, "stopped"), ""));
    RunResult plain = Runs.over(RUN, FAN, RunStatus.FAILED, Content.EMPTY).result();
    RunResult result =
        new RunResult(
            RUN,
            plain.recipe(),
            plain.planHash(),
            plain.status(),
            plain.acceptance(),
            plain.stdout(),
            plain.selected(),
            plain.span(),
            List.of(),
            failures,
            List.of(),
            List.of());
    assertThat(store.records().run(RUN).orElseThrow().causes()).isEmpty();
    store.journal().record(new RunEvent.RunEnded(RUN, Runs.START.plusSeconds(1), result, null));
    store.journal().flush();
    List<CauseTally> causes = store.records().run(RUN).orElseThrow().causes();
    assertThat(causes).as("a run keeps the first of them").hasSize(20);
    assertThat(causes.get(0))
        .isEqualTo(
            new CauseTally(
                new FailureCause("exited", 1, "aaa …% é"), 2, "0.0", "ä\n🥬", "", "aaa 100% é"));
    assertThat(store.records().runs(RunQuery.latest(5))).first().satisfies(this::hasCauses);
    assertThat(found("CCC 100% É")).containsExactly(RUN);
    assertThat(found("100_")).as("a search is no pattern").isEmpty();
    store.delete(store.kept(), gone -> {});
    store.create(Runs.newRun(Runs.id(2)), FAN);
    assertThat(found("ccc")).isEmpty();
  }

  private void hasCauses(StoredRun run) {
    assertThat(run.causes()).hasSize(20);
  }

  private List<RunId> found(String text) {
    RunQuery query = RunQuery.latest(5).withFilter(RunFilter.ALL.withText(text));
    return store.records().runs(query).stream().map(StoredRun::id).toList();
  }
}
