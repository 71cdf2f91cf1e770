package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.files.WorkspaceUse;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.Retention.KeptRun;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.audit.Actions.ActionEntry;
import dev.escarole.engine.store.audit.Actions.StoredAction;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Deleting old runs, with real database, workers and sandbox. */
@Timeout(300)
class RetentionTest {

  @TempDir Path directory;

  @Test
  void an_engine_deletes_what_its_options_do_not_keep_when_it_is_opened() throws Exception {
    RunId old;
    RunId young;
    try (Engine engine = Engine.open(options())) {
      old = run(engine, "[\"echo one\", \"tee kept.txt\"]");
      young = run(engine, "\"echo two\"");
      assertThat(engine.workspace(old).resolve("kept.txt")).exists();
    }
    try (Engine engine = Engine.open(options().withRetention(Retention.ALL.withMaxRuns(1)))) {
      awaitPrune(engine);
      assertThat(engine.records().runs(RunQuery.latest(9)))
          .extracting(StoredRun::id)
          .containsExactly(young);
      assertThat(directory.resolve("runs").resolve(old.value())).doesNotExist();
      assertThat(engine.workspace(young)).exists();
    }
  }

  @Test
  void an_engine_deletes_what_its_options_do_not_keep_again_and_again() throws Exception {
    EngineOptions options = options().withRetention(Retention.ALL.withMaxRuns(1));
    Maintenance.Intervals pauses =
        new Maintenance.Intervals(
            Duration.ofHours(1), Duration.ofMillis(20), Duration.ofMillis(20));
    try (Engine engine = Engine.open(options, pauses)) {
      for (int i = 0; i < 3; i++) {
        run(engine, "\"echo old\"");
      }
      RunId young = run(engine, "\"echo young\"");
      List<RunId> left = kept(engine);
      while (left.size() > 1) {
        Thread.onSpinWait();
        left = kept(engine);
      }
      assertThat(left).containsExactly(young);
    }
  }

  /** Old runs are deleted in the background, and that is on record when it is done. */
  private static ActionEntry awaitPrune(Engine engine) {
    List<StoredAction> actions = List.of();
    while (actions.isEmpty()) {
      Thread.onSpinWait();
      actions = engine.audit().actions(null, "run.prune", Long.MAX_VALUE, 1);
    }
    return actions.get(0).entry();
  }

  @Test
  void what_an_engine_deletes_by_itself_is_in_the_audit_as_an_action_of_the_server()
      throws Exception {
    Instant later = Instant.now().plus(Duration.ofDays(31));
    try (Engine engine = Engine.open(options())) {
      run(engine, "\"tee kept.txt\"");
    }
    Retention month = Retention.ALL.withMaxAge(Duration.ofDays(30)).withMaxBytes(1 << 30);
    try (Engine engine = Engine.open(options().withRetention(month).withClock(() -> later))) {
      ActionEntry action = awaitPrune(engine);
      assertThat(action.origin()).isEqualTo("server");
      assertThat(action.at()).isEqualTo(Instant.ofEpochMilli(later.toEpochMilli()));
      assertThat(action.target()).startsWith("1 runs: older than PT720H, more than 1073741824");
    }
  }

  @Test
  void workspaces_count_towards_the_size_and_the_newest_runs_stay() throws Exception {
    try (Engine engine = Engine.open(options())) {
      RunId old = run(engine, "\"echo old\"");
      RunId large = run(engine, "\"echo large\"");
      RunId young = run(engine, "\"echo young\"");
      Retention megabyte = Retention.ALL.withMaxBytes(1_000_000);
      assertThat(engine.housekeeping().prunable(megabyte)).isEmpty();
      Files.write(engine.workspace(large).resolve("file"), new byte[2_000_000]);
      assertThat(engine.housekeeping().prunable(megabyte))
          .extracting(KeptRun::id)
          .containsExactly(large);
      Files.write(engine.workspace(young).resolve("file"), new byte[999_000]);
      assertThat(engine.housekeeping().prunable(megabyte))
          .extracting(KeptRun::id)
          .containsExactly(large, old);
      assertThat(engine.housekeeping().kept().workspaces())
          .isEqualTo(new WorkspaceUse(2_999_000, true));
    }
  }

  @Test
  void workspaces_are_measured_for_a_moment_only() throws Exception {
    Files.write(Files.createDirectories(directory.resolve("runs/x")).resolve("file"), new byte[9]);
    assertThat(WorkspaceUse.measure(directory.resolve("runs"), Duration.ZERO).complete()).isFalse();
    assertThat(WorkspaceUse.measure(directory.resolve("runs"), Duration.ofMinutes(1)))
        .isEqualTo(new WorkspaceUse(9, true));
    assertThat(WorkspaceUse.measure(directory.resolve("none"), Duration.ZERO))
        .isEqualTo(new WorkspaceUse(0, true));
  }

  private static List<RunId> kept(Engine engine) {
    return engine.store().kept().stream().map(KeptRun::id).toList();
  }

  @Test
  void age_is_told_by_the_engines_clock() throws Exception {
    try (Engine engine = Engine.open(options())) {
      run(engine, "\"echo one\"");
    }
    Retention month = Retention.ALL.withMaxAge(Duration.ofDays(30));
    try (Engine engine = Engine.open(options().withRetention(month))) {
      assertThat(engine.store().kept()).hasSize(1);
    }
    Instant later = Instant.now().plus(Duration.ofDays(31));
    try (Engine engine = Engine.open(options().withRetention(month).withClock(() -> later))) {
      awaitPrune(engine);
      assertThat(engine.store().kept()).isEmpty();
    }
  }

  @Test
  void an_interrupted_run_and_outputs_that_others_share_survive() throws Exception {
    RunId interrupted;
    Engine first = Engine.open(options());
    try {
      run(first, "[\"seq 1000\", \"seq 2000\"]");
      interrupted =
          new HeldRun(first, event -> CrashPoint.starts(event, "0.1", 1))
              .start(RunRequest.of(recipe("[\"seq 1000\", \"sleep 0.5\", \"echo end\"]")))
              .id();
    } finally {
      first.suspend();
    }
    try (Engine engine = Engine.open(options().withRecovery(Recovery.onRequest()))) {
      RemovedRuns removed = engine.housekeeping().prune(Retention.ALL.withMaxRuns(0));
      assertThat(removed.runs()).hasSize(1);
      assertThat(removed.outputBytes()).isEqualTo(numbers(2_000).size());
      assertThat(engine.housekeeping().delete(Set.of(interrupted)).runs()).isEmpty();
      assertThat(engine.records().content(numbers(2_000).sha256())).isEmpty();
      assertThat(engine.records().content(numbers(1_000).sha256())).isPresent();
      assertThat(engine.resume(interrupted, event -> {}).await().status())
          .isEqualTo(RunStatus.DONE);
    }
  }

  /** What {@code seq} prints: too much to be kept with its attempt. */
  private static Content numbers(int last) {
    return Content.of(
        IntStream.rangeClosed(1, last).mapToObj(each -> each + "\n").collect(Collectors.joining()));
  }

  @Test
  void a_rerun_outlives_the_run_that_it_runs_again() throws Exception {
    try (Engine engine = Engine.open(options())) {
      RunId first = run(engine, "[\"echo one\", \"ls /nowhere\"]");
      RunId again = engine.rerun(RerunRequest.of(first)).await().run();
      assertThat(engine.housekeeping().delete(Set.of(first)).runs())
          .extracting(KeptRun::id)
          .contains(first);
      assertThat(engine.records().launch(again).orElseThrow().again()).isNotNull();
      ContentRef reused = engine.records().attempts(again).get(0).stdout();
      assertThat(engine.records().contentParts(reused).orElseThrow().toArray())
          .isEqualTo("one\n".getBytes(StandardCharsets.UTF_8));
      RunId third = engine.rerun(RerunRequest.of(again)).await().run();
      assertThat(engine.records().attempts(third)).hasSize(2);
    }
  }

  @Test
  void links_out_of_a_workspace_are_removed_and_not_followed() throws Exception {
    Path outside = Files.writeString(directory.resolve("outside.txt"), "stays");
    try (Engine engine = Engine.open(options())) {
      RunId run = run(engine, "\"tee five.txt\"");
      Path workspace = engine.workspace(run);
      Files.writeString(workspace.resolve("five.txt"), "12345");
      Files.createSymbolicLink(workspace.resolve("link"), outside);
      Files.createSymbolicLink(workspace.resolve("up"), directory);
      assertThat(
              engine
                  .housekeeping()
                  .workspaceBytes(engine.housekeeping().prunable(Retention.ALL.withMaxRuns(0))))
          .isEqualTo(5);
      assertThat(engine.housekeeping().delete(Set.of(run)).workspaceBytes()).isEqualTo(5);
      assertThat(workspace).doesNotExist();
      assertThat(outside).hasContent("stays");
    }
  }

  private EngineOptions options() {
    return EngineOptions.at(directory);
  }

  private static Recipe recipe(String template) {
    return new RecipeReader().read("{\"name\": \"t\", \"template\": " + template + "}", "t.json");
  }

  private static RunId run(Engine engine, String template) throws InterruptedException {
    return engine.run(RunRequest.of(recipe(template)).build()).run();
  }
}
