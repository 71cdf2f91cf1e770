package dev.escarole.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.Output;
import dev.escarole.engine.command.ResultCache;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.Retention.DeletedRuns;
import dev.escarole.engine.store.Retention.KeptRun;
import dev.escarole.engine.store.StoredHistory.StoredResume;
import dev.escarole.engine.store.content.InlineContents;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.StoreOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every database must do when runs are deleted. */
@Timeout(300)
abstract class RetentionContract {

  private static final Instant DAY_LATER = Runs.START.plus(Duration.ofDays(1));

  RunStore store;

  abstract StoreOptions options();

  /** A content that is too large for the row of its attempt. */
  private static Content large(String name) {
    return Content.of(name + " ".repeat(InlineContents.MOST_BYTES));
  }

  private static long bytes(String... names) {
    return Stream.of(names).mapToLong(name -> large(name).size()).sum();
  }

  @BeforeEach
  void open() {
    store = RunStore.open(options());
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void delete_keepsWhatOtherRunsNeedAndRunsThatGoOn() {
    Plan plan = Runs.chain(2);
    finished(1, plan, "shared", "one");
    finished(2, plan, "shared", "two");
    store.create(Runs.newRun(Runs.id(3)), plan);

    List<RunId> gone = new ArrayList<>();
    DeletedRuns deleted = store.delete(store.kept(), gone::add);
    assertThat(gone).containsExactly(Runs.id(2), Runs.id(1));
    assertThat(deleted.runs()).extracting(KeptRun::id).isEqualTo(gone);
    assertThat(deleted.outputBytes()).isEqualTo(bytes("shared", "one", "two"));
    assertThat(store.records().run(Runs.id(3))).isPresent();
    assertThat(store.records().steps(Runs.id(3))).hasSize(3);
    assertThat(store.records().content(large("shared").sha256())).isEmpty();

    finished(4, plan, "shared", "four");
    finished(5, Runs.chain(1), "shared", "five");
    assertThat(delete(5).outputBytes()).isEqualTo(bytes("five"));
    assertThat(store.records().content(large("shared").sha256())).isPresent();
    assertThat(store.records().content(large("four").sha256())).isPresent();
    assertThat(store.records().content(large("five").sha256())).isEmpty();
    assertThat(store.records().transitions(Runs.id(5))).isEmpty();
    assertThat(store.records().attempts(Runs.id(4))).hasSize(2);
  }

  @Test
  void droppedBy_takesAgeCountAndSizeAndNeverARunThatGoesOn() {
    Plan plan = Runs.chain(2);
    store.create(Runs.newRun(Runs.id(1)), plan);
    for (int i = 2; i <= 5; i++) {
      finished(i, plan, "a" + i, "b" + i);
    }
    assertThat(store.droppedBy(Retention.ALL, DAY_LATER, none -> 0)).isEmpty();
    assertThat(store.droppedBy(Retention.ALL.withMaxAge(Duration.ofDays(2)), DAY_LATER, none -> 0))
        .isEmpty();
    assertThat(store.droppedBy(Retention.ALL.withMaxAge(Duration.ofHours(2)), DAY_LATER, none -> 0))
        .hasSize(4);
    assertThat(store.droppedBy(Retention.ALL.withMaxRuns(2), DAY_LATER, none -> 0))
        .extracting(KeptRun::id)
        .containsExactly(Runs.id(3), Runs.id(2));
    long bytes = store.kept().get(0).bytes();
    assertThat(bytes).isEqualTo(2 * Retention.ROW_BYTES + bytes("a1", "b1"));
    assertThat(store.droppedBy(Retention.ALL.withMaxBytes(3 * bytes), DAY_LATER, none -> 0))
        .extracting(KeptRun::id)
        .containsExactly(Runs.id(2));
  }

  @Test
  void delete_leavesNothingOfTheRunBehind() {
    Plan plan = Runs.chain(2);
    RunId run = Runs.id(1);
    finished(1, plan, "one", "two");
    store.resumed(run, new StoredResume(1, Runs.START, 0, 0));
    assertThat(delete(1).runs()).hasSize(1);
    assertThat(store.records().run(run)).isEmpty();
    assertThat(store.records().resumes(run)).isEmpty();
    assertThat(store.records().history(run).attempts()).isEmpty();
    assertThat(store.records().history(run).signals()).isEmpty();
    assertThat(store.records().steps(run)).isEmpty();
    assertThat(store.records().content(large("one").sha256())).isEmpty();

    finished(2, plan, "one", "two");
    assertThat(store.records().plan(Runs.id(2)).hash()).isEqualTo(plan.hash());
    assertThat(store.records().content(large("one").sha256())).isPresent();
  }

  @Test
  void delete_moreThanABatchTakes_deletesAllOfThem() {
    Plan plan = Runs.chain(2);
    for (int i = 1; i <= 205; i++) {
      finished(i, plan, "shared", "of " + i);
    }
    store.create(Runs.newRun(Runs.id(300)), plan);
    List<RunId> gone = new ArrayList<>();
    store.delete(store.droppedBy(Retention.ALL.withMaxRuns(3), DAY_LATER, none -> 0), gone::add);
    assertThat(gone).hasSize(203).doesNotHaveDuplicates();
    assertThat(store.records().runs(RunQuery.latest(9)))
        .extracting(StoredRun::id)
        .containsExactly(Runs.id(300), Runs.id(205), Runs.id(204));
    assertThat(store.records().content(large("shared").sha256())).isPresent();
    assertThat(store.records().content(large("of 203").sha256())).isEmpty();
    assertThat(store.records().content(large("of 204").sha256())).isPresent();
  }

  @Test
  void delete_aRunThatIsRunAgain_waitsUntilThatIsOver() {
    Plan plan = Runs.chain(2);
    finished(1, plan, "one", "two");
    store.create(again(2, 1), plan);
    assertThat(store.kept()).extracting(KeptRun::deletable).containsExactly(false, false);
    assertThat(store.droppedBy(Retention.ALL.withMaxRuns(0), DAY_LATER, none -> 0)).isEmpty();
    KeptRun first = store.kept().get(1);
    KeptRun asIfFree =
        new KeptRun(first.id(), first.startedAt(), true, first.attempts(), first.bytes());
    assertThat(store.delete(List.of(asIfFree), id -> {}).runs()).isEmpty();

    end(2, plan, "one", "two");
    assertThat(delete(1).runs()).hasSize(1);
    assertThat(store.records().launch(Runs.id(2)).orElseThrow().again())
        .isEqualTo(new NewRun.Again(Runs.id(1), RerunScope.FAILED));
    assertThat(store.records().content(large("one").sha256())).isPresent();
    assertThat(store.records().plan(Runs.id(2)).hash()).isEqualTo(plan.hash());
  }

  @Test
  void create_againARunThatIsGone_isRefused() {
    assertThatThrownBy(() -> store.create(again(2, 1), Runs.chain(2)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(Runs.id(1) + " cannot be rerun because it has been deleted");
    assertThat(store.records().run(Runs.id(2))).isEmpty();
  }

  @Test
  void delete_whileAnotherRunWritesTheSameOutput_keepsItForThatRun() {
    Plan plan = Runs.chain(2);
    finished(1, plan, "shared", "one");
    store.create(Runs.newRun(Runs.id(2)), plan);
    delete(1);
    end(2, plan, "shared", "two");
    assertThat(store.records().content(large("shared").sha256())).isPresent();
    assertThat(store.records().attempts(Runs.id(2))).hasSize(2);
  }

  @Test
  void delete_besideRunsThatAreWritten_neverTakesWhatTheyReferTo() throws Exception {
    Plan plan = Runs.chain(2);
    CountDownLatch deletedSome = new CountDownLatch(1);
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 1; i <= 40; i++) {
                finished(i, plan, "shared", "of " + i % 3);
                if (i == 20) {
                  awaitQuietly(deletedSome);
                }
              }
            });
    int deleted = 0;
    while (!writing.isDone()) {
      deleted += store.delete(store.kept(), id -> {}).runs().size();
      if (deleted > 0) {
        deletedSome.countDown();
      }
      checkOutputs();
    }
    writing.get();
    checkOutputs();
    assertThat(deleted + store.kept().size()).isEqualTo(40);
    assertThat(deleted).isPositive();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void outputs_of_a_result_that_is_forgotten_go_with_the_last_that_refers_to_them() {
    Plan plan = Runs.chain(2);
    finished(1, plan, "kept", "mine");
    finished(2, plan, "both", "other");
    keep(1, "kept", "both");
    keep(2, "both", "");
    delete(1);
    assertThat(isThere("kept")).isTrue();
    assertThat(isThere("mine")).isFalse();

    assertThat(store.results().clear()).isEqualTo(2);
    assertThat(isThere("kept")).isFalse();
    assertThat(isThere("both")).as("a run refers to it").isTrue();
    delete(2);
    assertThat(isThere("both")).isFalse();
    assertThat(store.results().removeForgotten()).isZero();
  }

  @Test
  void results_that_are_forgotten_beside_runs_never_take_what_those_refer_to() throws Exception {
    Plan plan = Runs.chain(2);
    finished(1, plan, "shared", "of 1");
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 2; i <= 40; i++) {
                finished(i, plan, "shared", "of " + i % 3);
              }
            });
    while (!writing.isDone()) {
      keep(1, "shared", "of 1");
      store.delete(store.kept(), id -> {});
      store.results().clear();
      checkOutputs();
    }
    writing.get();
    checkOutputs();
  }

  private void keep(int key, String stdout, String stderr) {
    store.results().keep("%064d".formatted(key), kept(stdout, stderr));
    store.results().flush();
  }

  private static ResultCache.Kept kept(String stdout, String stderr) {
    Output second = stderr.isEmpty() ? Output.of("") : Output.of(large(stderr).text());
    return new ResultCache.Kept(Output.of(large(stdout).text()), second);
  }

  @Test
  void small_outputs_go_with_their_attempts_and_keep_no_content() {
    Plan plan = Runs.chain(1);
    Content small = Content.of("small");
    for (int i = 1; i <= 2; i++) {
      store.create(Runs.newRun(Runs.id(i)), plan);
      Runs.leaf(Runs.id(i), plan.step(1), Content.EMPTY, small).forEach(store.journal()::record);
    }
    store.journal().record(Runs.over(Runs.id(1), plan, RunStatus.DONE, small));
    store.journal().record(Runs.over(Runs.id(2), plan, RunStatus.DONE, Content.EMPTY));
    store.journal().flush();
    assertThat(store.records().content(small.sha256())).as("the result of a run").isPresent();
    assertThat(delete(1).outputBytes()).isEqualTo(2L * small.size());
    assertThat(store.records().content(small.sha256())).isEmpty();
    checkOutputs();
    assertThat(delete(2).outputBytes()).isEqualTo(small.size());
  }

  private boolean isThere(String content) {
    return store.records().content(large(content).sha256()).isPresent();
  }

  private void checkOutputs() {
    for (KeptRun run : store.kept()) {
      for (StoredAttempt attempt : store.records().attempts(run.id())) {
        assertThat(store.records().contentParts(attempt.stdout())).isPresent();
      }
    }
  }

  private static NewRun again(int number, int of) {
    return Runs.newRun(Runs.id(number)).withAgain(new NewRun.Again(Runs.id(of), RerunScope.FAILED));
  }

  private DeletedRuns delete(int number) {
    RunId id = Runs.id(number);
    return store.delete(
        store.kept().stream().filter(run -> run.id().equals(id)).toList(), unused -> {});
  }

  /** Stores a run of two leaves that is over. */
  private void finished(int number, Plan plan, String first, String second) {
    store.create(Runs.newRun(Runs.id(number)), plan);
    end(number, plan, first, second);
  }

  /** Stores all that happens in such a run. */
  private void end(int number, Plan plan, String first, String second) {
    RunId run = Runs.id(number);
    Step leaf = plan.step(1);
    Runs.leaf(run, leaf, Content.EMPTY, large(first)).forEach(store.journal()::record);
    Runs.leaf(run, leaf, Content.EMPTY, large(second)).forEach(store.journal()::record);
    store.journal().record(Runs.over(run, plan, RunStatus.DONE, large(second)));
    store.journal().flush();
  }
}
