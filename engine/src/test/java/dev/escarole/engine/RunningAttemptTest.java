package dev.escarole.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.executor.RunningAttempt;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.Usage;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is known of an attempt while it runs, and what is on record of it afterwards. */
@Timeout(120)
class RunningAttemptTest {

  private static RunRequest request(String recipe) {
    return RunRequest.of(new RecipeReader().read(recipe, "t.yaml")).build();
  }

  private static Engine open(EngineOptions options) throws Exception {
    Engine engine = Engine.open(options);
    assertThat(engine.addCommand("stage", TestPrograms.stage(), ArgumentMode.ARGV)).isNotNull();
    return engine;
  }

  /** The attempt as soon as it has written so much to both of its outputs. */
  private static RunningAttempt written(RunHandle run, String path, int stdout, int stderr) {
    while (true) {
      RunningAttempt now = run.attempt(path).orElse(null);
      if (now != null
          && now.output().stdout().size() >= stdout
          && now.output().stderr().size() >= stderr) {
        return now;
      }
      Thread.onSpinWait();
    }
  }

  @Test
  void what_a_running_command_has_written_can_be_seen_by_others() throws Exception {
    try (Engine engine = open(EngineOptions.inMemory())) {
      RunHandle run =
          engine.start(request("[\"echo x\", \"stage put 200000 ready sleep 100000\"]"));
      RunningAttempt attempt = written(run, "0.1", 200_000, 8);
      assertThat(attempt.attempt()).isEqualTo(1);
      assertThat(attempt.step().path()).isEqualTo("0.1");
      assertThat(attempt.output().stdout().part(199_990, 100)).hasSize(10).containsOnly('x');
      assertThat(attempt.output().stdout().part(129_000, 3_000)).hasSize(3_000).containsOnly('x');
      assertThat(attempt.output().stdout().part(200_000, 1)).isEmpty();
      assertThat(new String(attempt.output().stderr().part(0, 99), UTF_8)).isEqualTo("2 ready\n");
      assertThat(run.attempt("0.0")).as("over").isEmpty();
      assertThat(run.attempt("0.7")).as("no such step").isEmpty();
      run.cancel();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(run.attempt("0.1")).isEmpty();
      assertThat(attempt.output().stdout().size()).as("who looks may look on").isEqualTo(200_000);
    }
  }

  @Test
  void each_attempt_shows_its_own_output() throws Exception {
    try (Engine engine = open(EngineOptions.inMemory())) {
      RunHandle run =
          engine.start(request("{retry: 2, timeout: 2000, template: stage put 7 sleep 100000}"));
      RunningAttempt first = written(run, "0", 7, 0);
      RunningAttempt second = first;
      while (second.attempt() == 1) {
        second = written(run, "0", 7, 0);
      }
      assertThat(first.output().stdout().size()).isEqualTo(7);
      assertThat(second.output().stdout().size()).isEqualTo(7);
      assertThat(run.await().attempts()).hasSize(2);
    }
  }

  @Test
  void memory_and_limits_of_an_attempt_stay_on_record_when_the_limits_change(@TempDir Path data)
      throws Exception {
    Limits strict = Limits.defaults().withFuel(77_000_000).withMemoryBytes(64 << 20);
    EngineOptions before = EngineOptions.at(data).withLimits(strict);
    RunResult run;
    try (Engine engine = open(before)) {
      run = engine.run(request("[{timeout: 9000, template: echo x}, \"seq 3\"]"));
      assertThat(run.attempts())
          .allSatisfy(attempt -> assertThat(attempt.usage().limits()).isEqualTo(strict));
    }
    try (Engine engine = open(EngineOptions.at(data))) {
      RunResult later = engine.run(request("\"echo y\""));
      List<StoredAttempt> stored = engine.records().attempts(run.run());
      assertThat(stored).hasSize(2);
      for (StoredAttempt attempt : stored) {
        assertThat(attempt.usage().limits()).isEqualTo(strict);
        assertThat(attempt.usage().peakMemoryBytes()).isPositive().isLessThanOrEqualTo(64L << 20);
        assertThat(attempt.fuelUsed()).isPositive();
      }
      assertThat(engine.records().attempts(later.run()).get(0).usage().limits())
          .isEqualTo(Limits.defaults());
    }
  }

  @Test
  void an_attempt_that_ran_nothing_has_no_memory_but_limits() throws Exception {
    Limits slow = Limits.defaults().withWallClock(Duration.ofSeconds(5));
    EngineOptions options =
        EngineOptions.inMemory().withLimits(slow).withUnknownCommands(UnknownCommandRule.FAIL_STEP);
    try (Engine engine = open(options)) {
      RunResult run = engine.run(request("[{template: nothing-of-the-kind}]"));
      Usage usage = engine.records().attempts(run.run()).get(0).usage();
      assertThat(usage).isEqualTo(new Usage(0, null, slow));
    }
  }

  @Test
  void an_attempt_that_was_answered_from_the_cache_has_no_memory() throws Exception {
    try (Engine engine = open(EngineOptions.inMemory())) {
      RunRequest request = request("{cache: true, template: echo x}");
      assertThat(engine.run(request).attempts().get(0).usage().peakMemoryBytes()).isPositive();
      assertThat(engine.store().results().stats().results()).isEqualTo(1);
      StoredAttempt cached = engine.records().attempts(engine.run(request).run()).get(0);
      assertThat(cached.origin()).isEqualTo(LeafOrigin.CACHED);
      assertThat(cached.usage().peakMemoryBytes()).isNull();
    }
  }
}
