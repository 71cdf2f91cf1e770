package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.Postgres;
import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.content.LostContentException;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes on one PostgreSQL whose large outputs are in a directory that they share. */
@Timeout(300)
class OutputsTest {

  /** The numbers are 588,895 bytes. */
  private static final String NUMBERS = "seq 100000";

  private static final int SIZE = 588_895;

  @TempDir Path directory;

  private final String database = Postgres.newDatabase();

  private EngineOptions options(String node) {
    return EngineOptions.at(directory.resolve(node))
        .withDatabase(database)
        .withOutputs(shared().toString());
  }

  private Path shared() {
    return directory.resolve("shared");
  }

  private List<Path> objects() throws IOException {
    try (Stream<Path> all = Files.walk(shared())) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.endsWith("escarole-outputs"))
          .toList();
    }
  }

  private static Recipe recipe(String template) {
    return new RecipeReader().read(template, "outputs.json");
  }

  private static RunResult run(Engine engine, String template) throws InterruptedException {
    return engine.run(RunRequest.of(recipe(template)).build());
  }

  private static byte[] stdout(Engine engine, RunId run, int attempt) {
    StoredAttempt stored = engine.records().attempts(run).get(attempt);
    return engine.records().contentParts(stored.stdout()).orElseThrow().toArray();
  }

  @Test
  void what_one_node_stored_is_read_on_another() throws Exception {
    try (Engine one = Engine.open(options("one"));
        Engine two = Engine.open(options("two"))) {
      RunResult result = run(one, "[\"" + NUMBERS + "\", \"tail -n 1\"]");
      RunId id = result.run();
      assertThat(objects()).singleElement().satisfies(file -> assertThat(file).hasSize(SIZE));
      assertThat(stdout(two, id, 0)).hasSize(SIZE);
      assertThat(two.handedOn(id, "0.0").orElseThrow().size()).isEqualTo(SIZE);
      assertThat(stdout(two, id, 1)).isEqualTo("100000\n".getBytes(StandardCharsets.UTF_8));

      RunResult whole = run(two, "\"" + NUMBERS + "\"");
      StoredRun stored = one.records().run(whole.run()).orElseThrow();
      assertThat(one.records().content(String.valueOf(stored.stdoutSha256())))
          .hasValue(whole.stdout().bytes());
      assertThat(objects()).as("the same bytes are stored once").hasSize(1);
    }
  }

  @Test
  void a_run_whose_node_ended_goes_on_at_another_with_its_large_output() throws Exception {
    RunId id = interrupted();
    try (Engine two = Engine.open(options("two"))) {
      RunResult result = two.resumed().get(0).await();
      assertThat(result.run()).isEqualTo(id);
      assertThat(result.stdout().text()).isEqualTo("100000\n");
    }
  }

  /** A run that has stored a large output and waits. */
  private RunId interrupted() throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    try (Engine one = Engine.open(options("one"))) {
      RunHandle run =
          one.start(
              RunRequest.of(
                      recipe(
                          "[\"" + NUMBERS + "\", {\"delay\": 1500, \"template\": \"tail -n 1\"}]"))
                  .listener(
                      event -> {
                        if (event instanceof RunEvent.AttemptEnded) {
                          done.complete(null);
                        }
                      })
                  .build());
      done.get();
      one.flush();
      one.suspend();
      return run.id();
    }
  }

  @Test
  void a_run_whose_large_output_is_lost_fails_with_the_reason_and_others_go_on() throws Exception {
    RunId id = interrupted();
    Files.delete(objects().get(0));
    try (Engine two = Engine.open(options("two"))) {
      assertThat(two.resumed()).isEmpty();
      StoredRun failed = two.records().run(id).orElseThrow();
      assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
      assertThat(failed.error()).contains("of 588,895 bytes is missing in the output store");
      assertThat(run(two, "\"echo fine\"").status()).isEqualTo(RunStatus.DONE);
    }
  }

  @Test
  void a_rerun_on_another_node_reuses_a_large_result_and_runs_again_what_is_lost()
      throws Exception {
    RerunScope last = new RerunScope(RerunScope.Kind.FROM, "0.1");
    try (Engine one = Engine.open(options("one"));
        Engine two = Engine.open(options("two"))) {
      RunId first = run(one, "[\"" + NUMBERS + "\", \"tail -n 1\"]").run();
      RerunRequest again = RerunRequest.of(first).withScope(last).withForce(true);
      RunResult second = two.rerun(again).await();
      assertThat(origins(two, second.run())).containsExactly(LeafOrigin.REUSED, LeafOrigin.RAN);
      assertThat(stdout(one, second.run(), 0)).hasSize(SIZE);

      for (Path object : objects()) {
        Files.delete(object);
      }
      RunResult third = two.rerun(again).await();
      assertThat(third.status()).isEqualTo(RunStatus.DONE);
      assertThat(third.stdout().text()).isEqualTo("100000\n");
      assertThat(origins(two, third.run())).containsExactly(LeafOrigin.RAN, LeafOrigin.RAN);
    }
  }

  private static List<LeafOrigin> origins(Engine engine, RunId run) {
    return engine.records().attempts(run).stream().map(StoredAttempt::origin).toList();
  }

  @Test
  void retention_deletes_the_large_outputs_of_the_runs_that_it_deletes() throws Exception {
    RunId young;
    try (Engine one = Engine.open(options("one"))) {
      RunId old = run(one, "\"" + NUMBERS + "\"").run();
      young = run(one, "\"seq 90000\"").run();
      assertThat(objects()).hasSize(2);
      assertThat(old).isNotEqualTo(young);
    }
    EngineOptions few = options("two").withRetention(Retention.ALL.withMaxRuns(1));
    try (Engine two = Engine.open(few)) {
      while (two.audit().actions(null, "run.prune", Long.MAX_VALUE, 1).isEmpty()) {
        Thread.onSpinWait();
      }
      assertThat(two.records().runs(RunQuery.latest(9)))
          .extracting(StoredRun::id)
          .containsExactly(young);
      assertThat(objects()).hasSize(1);
      assertThat(stdout(two, young, 0)).hasSize(528_894);
    }
  }

  @Test
  void a_damaged_output_is_reported_and_not_shown() throws Exception {
    try (Engine one = Engine.open(options("one"))) {
      RunId id = run(one, "\"" + NUMBERS + "\"").run();
      Files.writeString(objects().get(0), "something else");
      assertThatThrownBy(() -> stdout(one, id, 0))
          .isInstanceOf(LostContentException.class)
          .hasMessageContaining("is damaged in the output store " + shared());
    }
  }
}
