package dev.escarole.engine;

import static dev.escarole.engine.TwoEngines.NEVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.Postgres;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Launches whose ids another engine of the database had in the same second. */
@Timeout(300)
class TakenIdTest {

  @TempDir Path directory;

  private final String database = Postgres.newDatabase();
  private Engine engine = Engine.open(EngineOptions.inMemory());

  @BeforeEach
  void open() throws Exception {
    engine.close();
    engine = Engine.open(EngineOptions.at(directory).withDatabase(database), NEVER);
    execute("create sequence taken minvalue 0");
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(Postgres.jdbcUrl(database));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The database says so of the ids of so many attempts, out of each number of them. */
  private void take(int taken, int outOf) throws SQLException {
    execute(
        """
        create or replace function taken() returns trigger as $$
        begin
          if nextval('taken') %% %d < %d then
            raise unique_violation using message = 'run_pkey';
          end if;
          return new;
        end $$ language plpgsql;
        create or replace trigger taken before insert on run for each row execute function taken();
        select setval('taken', %d);
        """
            .formatted(outOf, taken, outOf - 1));
  }

  private static RunRequest.Builder request(String template) {
    String json = "{\"compute\": {\"n\": \"tee n\"}, \"template\": " + template + "}";
    return RunRequest.of(new RecipeReader().read(json, "test.json"));
  }

  private List<Path> directories() throws IOException {
    try (Stream<Path> entries = Files.list(directory.resolve("runs"))) {
      return entries.toList();
    }
  }

  @Test
  void a_launch_gets_another_id() throws Exception {
    take(1, 2);
    RunResult result =
        engine.run(request("\"cat /inputs/a\"").file("a", Content.of("given\n")).build());
    assertThat(result.orThrow().stdout().text()).isEqualTo("given\n");
    assertThat(engine.records().run(result.run())).isPresent();
    assertThat(engine.records().runs(RunQuery.latest(10))).hasSize(1);
    assertThat(directories())
        .as("nothing is left of the first attempt")
        .extracting(path -> path.getFileName().toString())
        .containsExactly(result.run().value());
  }

  @Test
  void a_launch_for_any_engine_gets_another_id() throws Exception {
    take(1, 2);
    RunRequest anywhere = request("\"echo here\"").anywhere().build();
    assertThat(engine.start(anywhere).await().orThrow().stdout().text()).isEqualTo("here\n");
    assertThat(engine.records().runs(RunQuery.latest(10))).hasSize(1);
  }

  @Test
  void a_rerun_gets_another_id() throws Exception {
    RunRequest failing = request("[\"tee kept\", \"cat kept missing\"]").build();
    RunResult first = engine.run(failing);
    take(1, 2);
    RunHandle again = engine.rerun(RerunRequest.of(first.run()).withScope(RerunScope.FAILED));
    assertThat(again.await().status()).isEqualTo(first.status());
    assertThat(engine.records().runs(RunQuery.latest(10))).hasSize(2);
    assertThat(directories()).hasSize(2);
  }

  @Test
  void a_database_that_refuses_every_id_is_not_asked_for_ever() throws Exception {
    take(1, 1);
    RunRequest any = request("\"echo\"").build();
    assertThatThrownBy(() -> engine.start(any))
        .isInstanceOf(NewRun.IdTaken.class)
        .hasMessageContaining("exists already; nothing was stored");
    assertThat(engine.records().runs(RunQuery.latest(10))).isEmpty();
    assertThat(directories()).isEmpty();
  }
}
