package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.Postgres;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.UnfinishedRun;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.database.Durability;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole engine on a real PostgreSQL. */
@Timeout(300)
class PostgresEngineTest {

  @TempDir Path directory;

  @Test
  void a_run_is_kept_over_restarts() throws Exception {
    EngineOptions options =
        EngineOptions.at(directory)
            .withDatabase(Postgres.newDatabase())
            .withDurability(Durability.MACHINE);
    RunResult result;
    try (Engine engine = Engine.open(options)) {
      result =
          engine.run(
              request(
                  """
                  {"parallel": true, "template": [
                    {"label": "good", "template": ["seq 100", "wc -l"]},
                    {"label": "bad", "retry": 2, "template": "ls /nowhere"}]}
                  """));
    }
    assertThat(result.status()).isEqualTo(RunStatus.DEGRADED);
    assertThat(directory.resolve("escarole.mv.db")).doesNotExist();
    try (Engine engine = Engine.open(options)) {
      RunId id = result.run();
      StoredRun stored = engine.records().run(id).orElseThrow();
      assertThat(stored.status()).isEqualTo(RunStatus.DEGRADED);
      assertThat(engine.records().joins(id)).isEqualTo(result.joins());
      assertThat(engine.records().attempts(id)).hasSize(4);
      AuditQuery calls = AuditQuery.latest(10);
      assertThat(engine.store().audit().list(calls)).hasSize(4);
      assertThat(engine.store().audit().list(calls.withWhich(AuditQuery.Which.DENIALS))).isEmpty();
      assertThat(engine.records().content(String.valueOf(stored.stdoutSha256())))
          .hasValue(result.stdout().bytes());
    }
  }

  @Test
  void two_engines_share_a_database_and_keep_to_their_own_runs() throws Exception {
    String database = Postgres.newDatabase();
    try (Engine one = Engine.open(EngineOptions.inMemory().withDatabase(database));
        Engine two = Engine.open(EngineOptions.inMemory().withDatabase(database))) {
      RunHandle slow = one.start(request("{\"delay\": 3600000, \"template\": \"echo\"}"));
      RunResult quick = two.run(request("\"echo quick\""));

      List<UnfinishedRun> unfinished = two.store().unfinished();
      assertThat(unfinished).extracting(UnfinishedRun::id).containsExactly(slow.id());
      assertThat(unfinished.get(0).engineAlive()).isTrue();
      slow.cancel();
      assertThat(slow.await().status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(one.records().runs(RunQuery.latest(9)))
          .extracting(StoredRun::id)
          .containsExactlyInAnyOrder(slow.id(), quick.run());
    }
  }

  private static RunRequest request(String template) {
    String text = template.strip();
    String json = text.startsWith("{") ? text : "{\"template\": " + text + "}";
    Recipe recipe = new RecipeReader().read(json, "test.json");
    return RunRequest.of(recipe).build();
  }
}
