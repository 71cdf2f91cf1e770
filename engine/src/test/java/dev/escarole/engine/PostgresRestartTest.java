package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RestartedPostgres;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.journal.JournalHealth;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The database server is restarted during runs. */
@Timeout(600)
class PostgresRestartTest {

  private static final int ROUNDS = 300;

  @TempDir Path directory;
  private RestartedPostgres server;
  private Path log;

  @BeforeEach
  void startServer() throws Exception {
    server = RestartedPostgres.start(directory.resolve("postgres"));
    log = Files.createDirectory(directory.resolve("log"));
  }

  @AfterEach
  void stopServer() throws Exception {
    server.close();
  }

  @Test
  void a_run_under_load_pauses_and_goes_on_by_itself_and_nothing_is_done_twice() throws Exception {
    CountDownLatch midway = new CountDownLatch(1);
    try (Engine engine = Engine.open(options("one"))) {
      RunHandle run =
          start(
              engine,
              "{\"repeat\": %d, \"template\": [\"echo {index}\", \"tee -a /log/{index}\"]}"
                  .formatted(ROUNDS),
              event -> countDownAt(midway, event, "0.100.0"));
      midway.await();
      server.stop();
      await(() -> health(engine).state() == JournalHealth.State.PAUSED);
      assertThat(health(engine).reason()).contains("Check that the database is reachable");
      server.startAgain();
      RunResult result = run.result().get(180, TimeUnit.SECONDS);

      assertThat(result.status()).isEqualTo(RunStatus.DONE);
      assertThat(health(engine).state()).isEqualTo(JournalHealth.State.RUNNING);
      assertThat(engine.records().attempts(run.id())).hasSize(2 * ROUNDS);
      assertThat(engine.records().resumes(run.id())).isEmpty();
    }
    for (int round = 0; round < ROUNDS; round++) {
      assertThat(log.resolve(String.valueOf(round))).hasContent(String.valueOf(round));
    }
  }

  @Test
  void an_engine_that_had_nothing_to_write_meanwhile_keeps_its_runs() throws Exception {
    CountDownLatch asleep = new CountDownLatch(1);
    Maintenance.Intervals quick =
        new Maintenance.Intervals(Duration.ofMillis(50), Duration.ofHours(1), Duration.ofHours(1));
    try (Engine engine = Engine.open(options("one"), quick);
        Engine bystander = Engine.open(options("two"))) {
      RunHandle run = start(engine, "\"sleep 3000\"", event -> countDownAt(asleep, event, "0"));
      asleep.await();
      engine.store().journal().flush();
      server.stop();
      server.startAgain();
      assertThat(interrupted(bystander)).as("right after the restart").isEmpty();
      int shown = server.engines();
      while (shown == 0) {
        shown = server.engines();
      }
      run.cancel();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(bystander.resumed()).isEmpty();
    }
  }

  private EngineOptions options(String data) {
    // A restart may take longer than a guest may sleep by default.
    return EngineOptions.at(directory.resolve(data))
        .withDatabase(server.address())
        .withLimits(Limits.defaults().withWallClock(Duration.ofHours(1)));
  }

  private RunHandle start(Engine engine, String template, Consumer<RunEvent> listener) {
    String recipe = template.startsWith("{") ? template : "{\"template\": " + template + "}";
    return engine.start(
        RunRequest.of(new RecipeReader().read(recipe, "test.json"))
            .directories(List.of(DirectoryGrant.parse(log + "::/log")))
            .listener(listener)
            .build());
  }

  private static void countDownAt(CountDownLatch latch, RunEvent event, String path) {
    if (CrashPoint.starts(event, path, 1)) {
      latch.countDown();
    }
  }

  /** What an engine sees as soon as the server answers it. */
  private static List<RunId> interrupted(Engine engine) {
    while (true) {
      try {
        return engine.interrupted();
      } catch (StoreException e) {
        assertThat(e.isTransient()).isTrue();
      }
    }
  }

  private static JournalHealth health(Engine engine) {
    return engine.store().journal().health();
  }

  private static void await(BooleanSupplier there) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(180);
    while (!there.getAsBoolean() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(there.getAsBoolean()).isTrue();
  }
}
