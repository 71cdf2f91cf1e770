package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.executor.RunSuspendedException;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredHistory.StoredResume;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.database.StoreOptions;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that outlive their engine, with real database, workers and sandbox. */
@Timeout(300)
class RecoveryTest {

  private static final String SLOW = "sleep 60";

  @TempDir Path directory;

  @TempDir Path granted;

  private final List<RunEvent> events = new CopyOnWriteArrayList<>();

  @Test
  void a_run_goes_on_where_its_record_ends_when_the_engine_is_opened_again() throws Exception {
    RunId id = interruptedAt("0.1", "[\"echo one\", \"sleep 0.5\", \"echo end\"]");
    try (Engine engine = Engine.open(options())) {
      assertThat(engine.resumed()).extracting(RunHandle::id).containsExactly(id);
      RunResult result = engine.resumed().get(0).await();
      assertThat(result.status()).isEqualTo(RunStatus.DONE);
      assertThat(result.stdout().text()).isEqualTo("end\n");
      assertThat(result.attempts())
          .extracting(RunResult.AttemptReport::path)
          .containsExactly("0.0", "0.1", "0.2");
      assertThat(engine.records().attempts(id))
          .extracting(StoredAttempt::stepIndex)
          .containsExactly(1, 2, 3);
      assertThat(engine.records().resumes(id))
          .singleElement()
          .satisfies(
              resume -> {
                assertThat(resume.attemptsKept()).isEqualTo(1);
                assertThat(resume.leavesAgain()).isEqualTo(1);
              });
    }
    assertThat(events.get(0)).isInstanceOf(RunEvent.RunResumed.class);
    assertThat(events.get(events.size() - 1)).isInstanceOf(RunEvent.RunEnded.class);
  }

  @Test
  void input_directories_and_workspace_are_those_of_the_first_start() throws Exception {
    Files.writeString(granted.resolve("f.txt"), "granted\n");
    Recipe recipe =
        recipe(
            "[\"tee kept.txt\", \"sleep 0.5\", {\"parallel\": true, \"template\":"
                + " [\"cat kept.txt\", \"cat /data/f.txt\", \"tee /data/g.txt\"]}]");
    RunRequest.Builder request =
        RunRequest.of(recipe)
            .stdin(Content.of("kept\n"))
            .directories(List.of(DirectoryGrant.parse(granted + "::/data:ro")));
    interruptWhileHeld(request, event -> isRunning(event, "0.1"));
    try (Engine engine = Engine.open(options())) {
      RunResult result = engine.resumed().get(0).await();
      assertThat(result.stdout().text())
          .startsWith(
              "--- branch: branch 1 status: done ---\nkept\n"
                  + "--- branch: branch 2 status: done ---\ngranted\n"
                  + "--- branch: branch 3 status: failed ---");
    }
  }

  @Test
  void an_engine_that_is_opened_to_look_leaves_runs_as_they_are_until_asked() throws Exception {
    RunId id = interruptedAt("0.0", "[\"sleep 0.5\", \"echo end\"]");
    try (Engine engine = Engine.open(options().withRecovery(Recovery.onRequest()))) {
      assertThat(engine.resumed()).isEmpty();
      assertThat(engine.interrupted()).containsExactly(id);
      assertThat(engine.records().resumes(id)).isEmpty();
      RunHandle handle = engine.resume(id, events::add);
      assertThat(engine.interrupted()).isEmpty();
      assertThat(handle.await().status()).isEqualTo(RunStatus.DONE);
      assertThatThrownBy(() -> engine.resume(id, events::add))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is not interrupted");
    }
  }

  @Test
  void a_delay_goes_on_with_the_time_that_remains() throws Exception {
    RunId id =
        interrupt(
            RunRequest.of(recipe("[{\"delay\": 3600000, \"template\": \"echo late\"}]")),
            event -> is(event, "0.0", StepState.DELAYED));
    InstantSource later = InstantSource.offset(InstantSource.system(), Duration.ofMinutes(30));
    try (Engine engine = Engine.open(options().withClock(later))) {
      engine.store().journal().flush();
      assertThat(engine.records().steps(id).get(1).progress().state()).isEqualTo(StepState.DELAYED);
      engine.suspend();
    }
    InstantSource muchLater = InstantSource.offset(InstantSource.system(), Duration.ofHours(1));
    try (Engine engine = Engine.open(options().withClock(muchLater))) {
      assertThat(engine.resumed().get(0).await().stdout().text()).isEqualTo("late\n");
    }
  }

  @Test
  void used_attempts_stay_used() throws Exception {
    RunId id =
        interruptWhileHeld(
            RunRequest.of(
                recipe(
                    "{\"retry\": 3, \"recover\": {\"delay\": 300, \"template\": \"echo again\"},"
                        + " \"template\": [{\"failure\": \"branch\", \"template\":"
                        + " \"ls /nowhere\"}]}")),
            event -> is(event, "0.recover", StepState.DELAYED));
    try (Engine engine = Engine.open(options())) {
      assertThat(engine.resumed().get(0).await().status()).isEqualTo(RunStatus.FAILED);
      assertThat(engine.records().attempts(id).stream().filter(a -> a.stepIndex() == 1).toList())
          .extracting(StoredAttempt::attempt)
          .containsExactly(1, 2, 3);
    }
  }

  @Test
  void one_damaged_run_ends_with_its_reason_and_stops_no_other() throws Exception {
    RunId bad = interruptedAt("0.0", "[\"sleep 0.5\", \"echo bad\"]");
    RunId good = interruptedAt("0.0", "[\"sleep 0.5\", \"echo good\"]");
    execute("update step set argv = '[\"echo\",\"worse\"]' where argv = '[\"echo\",\"bad\"]'");
    try (Engine engine = Engine.open(options())) {
      assertThat(engine.resumed()).extracting(RunHandle::id).containsExactly(good);
      assertThat(engine.resumed().get(0).await().stdout().text()).isEqualTo("good\n");
      StoredRun ended = engine.records().run(bad).orElseThrow();
      assertThat(ended.status()).isEqualTo(RunStatus.FAILED);
      assertThat(ended.endedAt()).isNotNull();
      assertThat(ended.error()).contains("cannot be resumed").contains("they were changed");
    }
  }

  @Test
  void a_row_that_cannot_be_read_is_the_end_of_its_run_alone() throws Exception {
    RunId bad = interruptedAt("0.1", "[\"echo one\", \"sleep 60\"]");
    execute("update attempt set then_state = 'dancing' where then_state = 'done'");
    try (Engine engine = Engine.open(options())) {
      assertThat(engine.resumed()).isEmpty();
      assertThat(engine.records().run(bad).orElseThrow().error()).contains("cannot be resumed");
    }
  }

  @Test
  void a_run_that_brings_the_process_down_each_time_is_given_up() throws Exception {
    RunId id = interruptedAt("0.0", "[\"sleep 60\", \"echo end\"]");
    for (int i = 0; i < Resumer.MOST_IN_VAIN; i++) {
      Engine engine = Engine.open(options());
      assertThat(engine.resumed()).hasSize(1);
      engine.suspend();
    }
    try (Engine engine = Engine.open(options())) {
      assertThat(engine.resumed()).isEmpty();
      assertThat(engine.records().run(id).orElseThrow().error())
          .contains("resumed 5 times in a row")
          .contains("0.0 sleep");
      assertThat(engine.records().resumes(id))
          .extracting(StoredResume::number)
          .containsExactly(1, 2, 3, 4, 5);
    }
  }

  @Test
  void a_run_suspended_while_its_last_leaf_ends_is_not_over_before_its_steps_are()
      throws Exception {
    RunId id =
        interruptWhileHeld(
            RunRequest.of(recipe("[\"echo one\", \"echo end\"]")),
            event -> event instanceof RunEvent.AttemptEnded end && end.step().path().equals("0.1"));
    try (Engine engine = Engine.open(options())) {
      for (RunHandle handle : engine.resumed()) {
        assertThat(handle.await().status()).isEqualTo(RunStatus.DONE);
      }
      assertThat(engine.records().run(id).orElseThrow().status()).isEqualTo(RunStatus.DONE);
      assertThat(engine.records().steps(id))
          .extracting(step -> step.progress().state())
          .containsOnly(StepState.DONE);
      assertThat(engine.records().attempts(id)).hasSize(2);
    }
  }

  @Test
  void a_suspended_handle_says_so() throws Exception {
    Engine engine = Engine.open(options());
    RunHandle handle = engine.start(RunRequest.of(recipe("\"" + SLOW + "\"")).build());
    engine.suspend();
    assertThatThrownBy(handle::await)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(RunSuspendedException.class);
  }

  private EngineOptions options() {
    return EngineOptions.at(directory)
        .withWorkers(2)
        .withRecovery(Recovery.automatic().withListener(events::add));
  }

  private static Recipe recipe(String json) {
    return new RecipeReader().read(json, "test.json");
  }

  private RunId interruptedAt(String path, String json) throws Exception {
    return interruptWhileHeld(RunRequest.of(recipe(json)), event -> isRunning(event, path));
  }

  /** Starts a run, holds it at an event, and suspends its engine when that is on record. */
  private RunId interruptWhileHeld(RunRequest.Builder request, Predicate<RunEvent> where)
      throws Exception {
    Engine engine = Engine.open(EngineOptions.at(directory).withRecovery(Recovery.onRequest()));
    try {
      return new HeldRun(engine, where).start(request).id();
    } finally {
      engine.suspend();
    }
  }

  /** Starts a run, and suspends its engine once an event has come and is on record. */
  private RunId interrupt(RunRequest.Builder request, Predicate<RunEvent> when) throws Exception {
    CompletableFuture<Instant> seen = new CompletableFuture<>();
    Engine engine = Engine.open(EngineOptions.at(directory).withRecovery(Recovery.onRequest()));
    try {
      RunRequest listened =
          request
              .listener(
                  event -> {
                    if (when.test(event)) {
                      seen.complete(event.at());
                    }
                  })
              .build();
      RunId id = engine.start(listened).id();
      seen.get();
      engine.store().journal().flush();
      return id;
    } finally {
      engine.suspend();
    }
  }

  private static boolean isRunning(RunEvent event, String path) {
    return is(event, path, StepState.RUNNING);
  }

  private static boolean is(RunEvent event, String path, StepState state) {
    return event instanceof RunEvent.StepChanged change
        && change.step().path().equals(path)
        && change.state() == state;
  }

  private void execute(String sql) throws SQLException {
    String url = StoreOptions.file(directory).url() + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(sql)).isPositive();
    }
  }
}
