package dev.escarole.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.StepState;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaTest {

  @TempDir Path directory;

  @Test
  void the_newest_version_is_that_of_the_last_migration() throws IOException, URISyntaxException {
    URL migrations =
        Objects.requireNonNull(getClass().getClassLoader().getResource(Schema.MIGRATIONS));
    try (Stream<Path> files = Files.list(Path.of(migrations.toURI()))) {
      assertThat(files.map(file -> String.valueOf(file.getFileName())).sorted().toList())
          .last()
          .asString()
          .startsWith("V" + Schema.NEWEST + "__");
    }
  }

  @Test
  void a_database_of_a_newer_version_is_refused_and_left_alone() throws SQLException {
    RunStore.open(StoreOptions.file(directory)).close();
    execute(
        "insert into flyway_schema_history (installed_rank, version, description, type, script,"
            + " checksum, installed_by, execution_time, success)"
            + " values (999, '999', 'later', 'SQL', 'V999__later.sql', 1, 'x', 1, true)");
    assertThatThrownBy(() -> RunStore.open(StoreOptions.file(directory)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("newer version");
  }

  @Test
  void a_migration_that_failed_is_not_taken_for_done() throws SQLException {
    RunStore.open(StoreOptions.file(directory)).close();
    execute("update flyway_schema_history set success = false");
    assertThatThrownBy(() -> RunStore.open(StoreOptions.file(directory)))
        .isInstanceOf(StoreException.class);
  }

  @Test
  void a_database_of_an_early_build_is_refused_with_a_way_out() throws SQLException {
    migrateTo("001", fileUrl());
    execute("update flyway_schema_history set checksum = 1");
    assertThatThrownBy(() -> RunStore.open(StoreOptions.file(directory)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("between two releases")
        .hasMessageContaining("start with a new one");
    try (Connection connection = DriverManager.getConnection(fileUrl());
        Statement statement = connection.createStatement()) {
      assertThat(statement.execute("select fuel_used from attempt where run_id = 'x'")).isTrue();
    }
  }

  @Test
  void data_of_the_first_schema_is_kept_by_h2() throws SQLException {
    assertKeepsData(StoreOptions.file(directory), fileUrl());
  }

  @Test
  void data_of_the_first_schema_is_kept_by_postgresql() throws SQLException {
    String address = Postgres.newDatabase();
    assertKeepsData(StoreOptions.at(address), Postgres.jdbcUrl(address));
  }

  private static void assertKeepsData(StoreOptions options, String url) throws SQLException {
    migrateTo("001", url);
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String sql : FIRST_SCHEMA_DATA.strip().split(";\n", -1)) {
        statement.execute(sql);
      }
      insertContent(connection);
    }
    try (RunStore store = RunStore.open(options)) {
      assertOldRuns(store);
      assertThat(store.unfinished()).containsExactly(new UnfinishedRun(Runs.id(2), 0, null, false));
      assertThat(store.claim(Runs.id(2), 0)).isEqualTo(new Claim.Won(1));
      store.create(Runs.newRun(Runs.id(3)), Runs.chain(1));
    }
  }

  private static void insertContent(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into content values (?, 0, 3, ?)")) {
      insert.setString(1, "c".repeat(64));
      insert.setBytes(2, new byte[] {1, 2, 3});
      insert.execute();
    }
  }

  private static void assertOldRuns(RunStore store) {
    assertThat(store.runs(RunQuery.latest(9)))
        .extracting(StoredRun::id)
        .containsExactly(Runs.id(2), Runs.id(1));
    assertThat(store.transitions(Runs.id(1)))
        .extracting(StoredTransition::seq, StoredTransition::state)
        .containsExactly(tuple(1L, StepState.RUNNING), tuple(3L, StepState.DONE));
    assertThat(store.transitions(Runs.id(2))).hasSize(1);
    assertThat(store.attempts(Runs.id(1)))
        .singleElement()
        .satisfies(
            attempt -> {
              assertThat(attempt.seq()).isEqualTo(2);
              assertThat(attempt.fuelUsed()).isEqualTo(77);
              assertThat(attempt.stdout()).isEqualTo(new ContentRef("c".repeat(64), 3));
              assertThat(attempt.stderr()).isEqualTo(ContentRef.to(Content.EMPTY));
            });
    assertThat(store.joins(Runs.id(1))).extracting(Join::path).containsExactly("0");
    assertThat(store.content("c".repeat(64))).hasValue(new byte[] {1, 2, 3});
  }

  private static void migrateTo(String version, String url) {
    Flyway.configure()
        .dataSource(url, null, null)
        .locations("classpath:" + Schema.MIGRATIONS)
        .target(version)
        .load()
        .migrate();
  }

  private String fileUrl() {
    return StoreOptions.file(directory).url()
        + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH";
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(fileUrl());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Two runs as the first schema stored them, the second one under way. */
  private static final String FIRST_SCHEMA_DATA =
      """
      insert into plan values ('p', 'old', 'stdout', null, 1, 5);
      insert into run values ('20261121-231502-000001', 'old', 'p', 'operator', '{}', '{}', '[]',
        'e', 10, 'done', 20, 'c', null);
      insert into run values ('20261121-231502-000002', 'old', 'p', 'operator', '{}', '{}', '[]',
        'e', 11, 'running', null, null, null);
      insert into transition values ('20261121-231502-000001', 1, 0, 'running', 11, null, null, null);
      insert into transition values ('20261121-231502-000001', 3, 0, 'done', 12, 'exited', 0, null);
      insert into transition values ('20261121-231502-000002', 1, 0, 'running', 11, null, null, null);
      insert into attempt values ('20261121-231502-000001', 0, 1, 2, 11, 1, 'exited', 0, '',
        repeat('a', 64), 0, repeat('c', 64), 3, repeat('e', 64), 0, 77);
      insert into branch_join values ('20261121-231502-000001', 4, '0', null, 1, null, '[]');
      """;
}
