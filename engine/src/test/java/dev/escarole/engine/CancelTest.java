package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stopping a run or a part of it, with guests in loops that call nothing. */
@Timeout(300)
class CancelTest {

  /** So wide that a guest which nobody stops outlives every test. */
  private static final Limits WIDE =
      Limits.defaults().withWallClock(Duration.ofHours(1)).withFuel(1_000_000_000_000_000_000L);

  private final Engine engine =
      Engine.open(EngineOptions.inMemory().withWorkers(2).withLimits(WIDE));

  @BeforeEach
  void addLoop() throws Exception {
    engine.addCommand("probe", TestPrograms.probe(), ArgumentMode.ARGV);
    // Compiled here, so that what is stopped later is the guest and not its compilation.
    started(1, "\"probe exit 0\"").await();
  }

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void a_cancelled_run_stops_guests_in_tight_loops() throws Exception {
    RunHandle handle =
        started(2, "{\"parallel\": true, \"template\": [\"probe loop\", \"probe loop\"]}");
    handle.cancel();
    RunResult result = handle.await();
    assertThat(result.status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(engine.records().steps(handle.id()))
        .extracting(step -> step.progress().state())
        .containsOnly(StepState.CANCELLED);
  }

  @Test
  void a_cancelled_branch_counts_as_cancelled_and_its_siblings_go_on() throws Exception {
    RunHandle handle =
        started(
            2,
            "{\"parallel\": true, \"template\": [{\"label\": \"loop\", \"template\":"
                + " [\"probe loop\", \"echo never\"]},"
                + " {\"label\": \"good\", \"template\": [\"sleep 0.3\", \"echo fine\"]}]}");
    handle.cancel("0.0");
    RunResult result = handle.await();
    assertThat(result.status()).isEqualTo(RunStatus.DEGRADED);
    assertThat(result.joins().get(0).branches())
        .extracting(Join.Branch::label, Join.Branch::status)
        .containsExactly(tuple("loop", StepStatus.CANCELLED), tuple("good", StepStatus.DONE));
    assertThat(result.stdout().text())
        .isEqualTo(
            "--- branch: loop status: cancelled ---\nexit: 130\n"
                + "--- branch: good status: done ---\nfine\n");
    assertThat(engine.records().steps(handle.id()))
        .filteredOn(step -> step.place().path().equals("0.0"))
        .extracting(StoredStep::progress)
        .extracting(StoredStep.Progress::reason)
        .containsExactly("was cancelled");
  }

  @Test
  void cancelling_one_leaf_says_so_as_its_reason() throws Exception {
    RunHandle handle = started(1, "[\"probe loop\", \"echo after\"]");
    handle.cancel("0.0");
    RunResult result = handle.await();
    assertThat(result.status()).isEqualTo(RunStatus.DEGRADED);
    assertThat(result.stdout().text()).isEqualTo("after\n");
    assertThat(result.steps())
        .filteredOn(step -> step.path().equals("0.0"))
        .extracting(RunResult.StepReport::status, RunResult.StepReport::reason)
        .containsExactly(tuple(StepStatus.CANCELLED, "was cancelled"));
  }

  @Test
  void a_cancelled_run_leaves_its_workspace_as_it_was_and_nobody_in_it() throws Exception {
    RunHandle handle = started(2, "[\"tee kept.txt\", \"probe loop\"]");
    handle.cancel();
    handle.await();
    Path workspace = engine.workspace(handle.id());
    try (Stream<Path> files = Files.list(workspace)) {
      assertThat(files).extracting(file -> file.getFileName().toString()).containsOnly("kept.txt");
    }
    RunResult next =
        engine.run(RunRequest.of(new RecipeReader().read("\"echo next\"", "t.json")).build());
    assertThat(next.stdout().text()).isEqualTo("next\n");
  }

  @Test
  void cancelling_what_is_over_or_was_never_there_changes_nothing() throws Exception {
    RunHandle handle = started(1, "\"echo x\"");
    assertThat(handle.await().status()).isEqualTo(RunStatus.DONE);
    handle.cancel();
    handle.cancel("0");
    engine.store().journal().flush();
    assertThat(engine.records().run(handle.id()).orElseThrow().status()).isEqualTo(RunStatus.DONE);
    assertThat(engine.records().history(handle.id()).signals()).isEmpty();
    assertThatThrownBy(() -> handle.cancel("0.9"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no step 0.9");
  }

  /** Starts a run and waits until so many attempts have been taken up. */
  private RunHandle started(int attempts, String json) throws Exception {
    CountDownLatch taken = new CountDownLatch(attempts);
    RunRequest request =
        RunRequest.of(new RecipeReader().read(json, "test.json"))
            .listener(
                event -> {
                  if (event instanceof RunEvent.AttemptStarted) {
                    taken.countDown();
                  }
                })
            .build();
    RunHandle handle = engine.start(request);
    assertThat(taken.await(120, TimeUnit.SECONDS)).isTrue();
    return handle;
  }
}
