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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
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
  void a_new_h2_database_is_what_all_migrations_together_make() throws SQLException {
    migrateTo(Schema.NEWEST, fileUrl());
    // Opened once, so that what the store sets in every database is in this one, too.
    RunStore.open(StoreOptions.file(directory)).close();
    Path other = directory.resolve("other");
    RunStore.open(StoreOptions.file(other)).close();
    assertThat(definition(settled(StoreOptions.file(other).url())))
        .as("schema.sql must do what the migrations do, and hold their lines of the history")
        .isEqualTo(definition(fileUrl()));
  }

  @Test
  void flyway_finds_nothing_to_do_or_to_object_to_in_a_new_h2_database() throws SQLException {
    RunStore.open(StoreOptions.file(directory)).close();
    Flyway flyway =
        Flyway.configure()
            .dataSource(fileUrl(), null, null)
            .locations("classpath:" + Schema.MIGRATIONS)
            .load();
    flyway.validate();
    assertThat(flyway.info().pending()).isEmpty();
    assertThat(flyway.migrate().migrationsExecuted).isZero();
  }

  @Test
  void the_script_of_a_new_database_makes_the_same_columns_in_postgresql() throws SQLException {
    String migrated = Postgres.jdbcUrl(Postgres.newDatabase());
    migrateTo(Schema.NEWEST, migrated);
    String made = Postgres.jdbcUrl(Postgres.newDatabase());
    try (Connection connection = DriverManager.getConnection(made);
        Statement statement = connection.createStatement()) {
      statement.execute(Schema.script());
    }
    assertThat(columns(made)).isNotEmpty().isEqualTo(columns(migrated));
  }

  @Test
  void a_database_whose_making_was_cut_short_is_refused_and_not_taken_for_new()
      throws SQLException {
    execute("create table plan (hash varchar(64) not null primary key)");
    assertThatThrownBy(() -> RunStore.open(StoreOptions.file(directory)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("cut short")
        .hasMessageContaining("start with a new one");
  }

  /** All that H2 says of its tables, and Flyway's history, without what differs by chance. */
  private static List<String> definition(String url) throws SQLException {
    List<String> definition = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet script = statement.executeQuery("script nodata")) {
      while (script.next()) {
        // Names of constraints that nobody named, and how many rows are there.
        String line = script.getString(1).replaceAll("\"CONSTRAINT_\\w+\"", "unnamed");
        definition.add(line.startsWith("--") ? "" : line);
      }
    }
    definition.addAll(rows(url, HISTORY));
    return definition.stream().sorted().toList();
  }

  /** In their order; PostgreSQL's own numbers have gaps where columns were dropped. */
  private static List<String> columns(String url) throws SQLException {
    return rows(
        url,
        """
        select table_name, column_name, data_type, character_maximum_length,
          is_nullable, column_default is null, is_identity, identity_generation
        from information_schema.columns
        where table_schema = current_schema() and table_name <> 'flyway_schema_history'
        order by table_name, ordinal_position
        """);
  }

  private static List<String> rows(String url, String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      while (row.next()) {
        StringJoiner values = new StringJoiner(", ");
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
          values.add(row.getString(i));
        }
        rows.add(values.toString());
      }
    }
    return rows;
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
    return settled(StoreOptions.file(directory).url());
  }

  private static String settled(String url) {
    return url + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH";
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(fileUrl());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static final String HISTORY =
      """
      select installed_rank, version, description, type, script, checksum, installed_by, success
      from flyway_schema_history
      """;

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
