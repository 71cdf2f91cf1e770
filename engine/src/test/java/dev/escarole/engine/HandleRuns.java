package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.handle.CapturedBytes;
import dev.escarole.recipe.handle.HandleOutcome;
import dev.escarole.recipe.handle.HandleResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** An engine in which tests run handles, with the probe among its commands. */
abstract class HandleRuns {

  @TempDir static Path data;
  static Engine engine;
  @TempDir Path granted;

  /** One for all: loading the probe takes longer than any of these runs. */
  @BeforeAll
  static void open() throws CommandRefusedException {
    engine = Engine.open(EngineOptions.at(data).withWorkers(2));
    engine.addCommand("probe", TestPrograms.probe(), ArgumentMode.ARGV);
  }

  @AfterAll
  static void close() {
    engine.close();
  }

  /** A handle of the probe with these arguments and more fields behind them. */
  static String probe(String arguments, String fields) {
    return "{\"name\": \"t\", \"handle\": \"command\", \"command\": \"probe\", \"arguments\": "
        + arguments
        + (fields.isEmpty() ? "" : ", " + fields)
        + "}";
  }

  static RunRequest.Builder request(String text) {
    return RunRequest.of(new RecipeReader().read(text, "t.yaml"));
  }

  RunResult run(String handle) {
    return run(request(handle));
  }

  RunResult run(RunRequest.Builder request) {
    try {
      return engine.run(request.build());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  StoredAttempt only(RunResult run) {
    List<StoredAttempt> attempts = engine.records().attempts(run.run());
    assertThat(attempts).hasSize(1);
    return attempts.get(0);
  }

  static LeafStep leaf(Engine engine, RunId run) {
    return (LeafStep) engine.records().plan(run).root();
  }

  /** What the caller of a handle gets, made of nothing but what is stored. */
  HandleResult result(RunResult run) {
    StoredAttempt attempt = only(run);
    return Objects.requireNonNull(leaf(engine, run.run()).handle())
        .streams()
        .result(
            new HandleOutcome(
                attempt.outcome().exitCode(),
                CapturedBytes.of(content(attempt.stdout())),
                CapturedBytes.of(content(attempt.stderr())),
                false));
  }

  byte[] content(ContentRef ref) {
    return engine.records().contentParts(ref).orElseThrow().toArray();
  }

  String outcome(RunResult run) {
    return only(run).outcome().word();
  }

  static List<String> codes(RecipeException refused) {
    return refused.problems().stream().map(Problem::code).toList();
  }

  Path workspace(RunResult run) {
    return engine.workspace(run.run());
  }
}
