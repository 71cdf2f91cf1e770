package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunCounts.Tally;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunFilter;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.journal.JournalHealth;
import dev.escarole.recipe.RecipeReader;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a server asks an engine: which runs go on, what happens in all of them, how it does. */
class RunsUnderWayTest {

  private static final String WAITS =
      "{\"name\": \"waits\", \"parallel\": true, \"template\": [\"echo hi\","
          + " {\"delay\": 3600000, \"template\": \"echo late\"}]}";

  private final Engine engine = Engine.open(EngineOptions.inMemory().withWorkers(2));

  @AfterEach
  void close() {
    engine.close();
  }

  private static RunRequest.Builder request(String recipe) {
    return RunRequest.of(new RecipeReader().read(recipe, "test.json"));
  }

  @Test
  void a_run_is_found_as_long_as_it_is_under_way() throws InterruptedException {
    RunHandle started = engine.start(request(WAITS).build());
    RunId id = started.id();
    assertThat(engine.running()).extracting(RunHandle::id).containsExactly(id);
    assertThat(engine.load().work().runs()).isOne();

    engine.handle(id).orElseThrow().cancel();
    assertThat(started.await().status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(engine.handle(id)).isEmpty();
    assertThat(engine.running()).isEmpty();
  }

  @Test
  void a_run_that_runs_another_again_is_found_too() throws InterruptedException {
    RunResult first = engine.run(request("\"echo hi\"").build());
    CountDownLatch seen = new CountDownLatch(1);
    Subscription all =
        engine.listen(
            event -> {
              if (event instanceof RunEvent.RunStarted
                  && engine.handle(event.run()).isPresent()
                  && !event.run().equals(first.run())) {
                seen.countDown();
              }
            });
    engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.ALL)).await();
    all.close();
    assertThat(seen.await(120, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void counts_of_a_run_under_way_change_and_those_of_its_end_are_stored() throws Exception {
    CountDownLatch half = new CountDownLatch(1);
    RunHandle run =
        engine.start(
            request(WAITS)
                .listener(
                    event -> {
                      if (event instanceof RunEvent.StepChanged change
                          && change.step().path().equals("0.0")
                          && change.state().isEnded()) {
                        half.countDown();
                      }
                    })
                .build());
    assertThat(half.await(120, TimeUnit.SECONDS)).isTrue();
    Tally waiting = new Tally(1, 0, 0, 0, 0, 1);
    assertThat(run.counts()).isEqualTo(new RunCounts(waiting, waiting));

    run.cancel();
    run.await();
    Tally cancelled = new Tally(1, 0, 0, 1, 0, 0);
    StoredRun stored = engine.records().run(run.id()).orElseThrow();
    assertThat(stored.counts()).isEqualTo(new RunCounts(cancelled, cancelled));
  }

  @Test
  void steps_that_fail_and_are_skipped_are_counted_as_such() throws InterruptedException {
    RunResult run =
        engine.run(
            request(
                    """
                    {"parallel": true, "template": [
                      {"template": ["false", "echo never"], "failure": "branch"},
                      {"when": "missing", "template": "echo {missing=}"},
                      {"retry": 2, "recover": "echo sorry", "template": "false"},
                      "echo fine"]}
                    """)
                .build());
    RunCounts counts = engine.records().run(run.run()).orElseThrow().counts();
    assertThat(counts).isNotNull();
    assertThat(counts.branches().done()).isOne();
    assertThat(counts.branches().failed()).isEqualTo(2);
    assertThat(counts.branches().skipped()).isOne();
    assertThat(counts.branches().total()).isEqualTo(4);
    assertThat(counts.leaves().total()).isEqualTo(5);
  }

  @Test
  void a_listener_hears_every_event_of_every_run_in_order_until_it_is_closed()
      throws InterruptedException {
    List<RunEvent> heard = new CopyOnWriteArrayList<>();
    List<RunEvent> own = new CopyOnWriteArrayList<>();
    Subscription all = engine.listen(heard::add);
    RunResult first = engine.run(request("[\"echo a\", \"echo b\"]").listener(own::add).build());
    assertThat(heard).isEqualTo(own);
    assertThat(heard.get(0)).isInstanceOf(RunEvent.RunStarted.class);
    assertThat(heard.get(heard.size() - 1)).isInstanceOf(RunEvent.RunEnded.class);
    RunResult second = engine.run(request("\"echo c\"").build());
    assertThat(heard).extracting(RunEvent::run).contains(first.run(), second.run());

    int before = heard.size();
    all.close();
    all.close();
    var unused = engine.run(request("\"echo d\"").build());
    assertThat(heard).hasSize(before);
  }

  @Test
  void a_listener_that_throws_hurts_neither_the_run_nor_other_listeners()
      throws InterruptedException {
    List<RunEvent> heard = new CopyOnWriteArrayList<>();
    Subscription bad =
        engine.listen(
            event -> {
              throw new IllegalStateException("no");
            });
    Subscription good = engine.listen(heard::add);
    assertThat(engine.run(request("\"echo hi\"").build()).status()).isEqualTo(RunStatus.DONE);
    bad.close();
    good.close();
    assertThat(heard).last().isInstanceOf(RunEvent.RunEnded.class);
  }

  @Test
  void labels_are_stored_and_kept_when_a_run_is_run_again() throws InterruptedException {
    RunResult first = engine.run(request("\"echo hi\"").label("nightly").label(" books ").build());
    RunResult again = engine.rerun(RerunRequest.of(first.run())).await();
    RunFilter nightly = RunFilter.ALL.withLabel("nightly");
    assertThat(engine.records().runs(RunQuery.latest(10).withFilter(nightly)))
        .extracting(StoredRun::id)
        .containsExactly(again.run(), first.run());
    assertThat(engine.records().run(again.run()).orElseThrow().labels())
        .containsExactly("books", "nightly");
    assertThatThrownBy(() -> request("\"echo hi\"").label("a\nb"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void an_engine_says_how_it_does_and_what_it_has_stored() throws InterruptedException {
    var unused = engine.run(request("\"echo hi\"").build());
    EngineLoad load = engine.load();
    assertThat(load.work().workers()).isEqualTo(2);
    assertThat(load.work().queued()).isZero();
    assertThat(load.guests().programs()).isPositive();
    assertThat(load.guests().memoryMost()).isPositive();
    assertThat(load.journal().state()).isEqualTo(JournalHealth.State.RUNNING);
    assertThat(engine.housekeeping().storage().database().product()).isEqualTo("H2");
    assertThat(engine.housekeeping().storage().cache().results()).isZero();
  }
}
