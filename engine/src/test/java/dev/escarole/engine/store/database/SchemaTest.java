package dev.escarole.engine.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.store.Postgres;
import dev.escarole.engine.store.RunStore;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.logging.Log;
import org.flywaydb.core.api.logging.LogFactory;
import org.flywaydb.core.internal.logging.slf4j.Slf4jLogCreator;
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
  void the_checksum_is_that_of_flyway_whatever_ends_the_lines() {
    CRC32 sum = new CRC32();
    Schema.script().lines().forEach(line -> sum.update(line.getBytes(StandardCharsets.UTF_8)));
    assertThat(Schema.checksum(Schema.script())).isEqualTo((int) sum.getValue());
    assertThat(Schema.checksum(Schema.script().replace("\n", "\r\n")))
        .isEqualTo((int) sum.getValue());
  }

  @Test
  void the_user_of_rows_is_made_once() throws SQLException {
    StoreOptions options = StoreOptions.file(directory);
    try (Connection owner = OwnConnections.owner(options).getConnection()) {
      assertThat(H2Source.isGranted(owner)).isFalse();
    }
    RunStore.open(options).close();
    try (Connection owner = OwnConnections.owner(options).getConnection()) {
      assertThat(H2Source.isGranted(owner)).isTrue();
    }
  }

  @Test
  void a_database_of_a_newer_version_is_refused_and_left_alone() throws SQLException {
    RunStore.open(StoreOptions.file(directory)).close();
    execute(
        "insert into flyway_schema_history (installed_rank, version, description, type, script,"
            + " checksum, installed_by, execution_time, success)"
            + " values (999, '2', 'later', 'SQL', 'V2__later.sql', 1, 'x', 1, true)");
    assertThatThrownBy(() -> RunStore.open(StoreOptions.file(directory)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("newer version");
  }

  @Test
  void an_interrupted_creation_of_tables_is_completed() throws SQLException {
    RunStore.open(StoreOptions.file(directory)).close();
    execute("update flyway_schema_history set success = false where version = '1'");
    execute("drop table action");
    try (RunStore store = RunStore.open(StoreOptions.file(directory))) {
      assertThat(store.actions().list(null, null, Long.MAX_VALUE, 9)).isEmpty();
    }
    assertThat(rows(fileUrl(), HISTORY)).last().asString().endsWith("TRUE");
  }

  @Test
  void a_change_of_the_tables_that_failed_is_not_taken_for_done() throws SQLException {
    RunStore.open(StoreOptions.file(directory)).close();
    execute(
        "insert into flyway_schema_history (installed_rank, version, description, type, script,"
            + " checksum, installed_by, execution_time, success)"
            + " values (2, '1', 'again', 'SQL', 'V1__again.sql', 1, 'x', 1, false)");
    assertThatThrownBy(() -> RunStore.open(StoreOptions.file(directory)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("was interrupted");
  }

  @Test
  void an_h2_database_of_an_earlier_checkout_is_refused_with_a_way_out() throws SQLException {
    for (String sql : EARLIER) {
      execute(sql);
    }
    assertThatThrownBy(() -> RunStore.open(StoreOptions.file(directory)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("was created by another checkout of Escarole")
        .hasMessageContaining("Its schema (019) cannot be converted")
        .hasMessageContaining("Delete " + directory.resolve("escarole.mv.db"))
        .hasMessageContaining("with the checkout that created it");
    assertThat(rows(fileUrl(), "select text from note")).containsExactly("kept");
  }

  @Test
  void a_postgresql_database_of_an_earlier_checkout_is_refused_with_a_way_out()
      throws SQLException {
    String address = Postgres.newDatabase();
    for (String sql : EARLIER) {
      execute(Postgres.jdbcUrl(address), sql);
    }
    assertThatThrownBy(() -> RunStore.open(StoreOptions.at(address)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("was created by another checkout of Escarole")
        .hasMessageContaining("Drop its schema")
        .hasMessageNotContaining("secret");
    assertThat(rows(Postgres.jdbcUrl(address), "select text from note")).containsExactly("kept");
  }

  @Test
  void a_database_that_another_form_of_the_same_file_has_made_is_refused() throws SQLException {
    RunStore.open(StoreOptions.file(directory)).close();
    execute("update flyway_schema_history set checksum = checksum + 1 where version = '1'");
    assertThatThrownBy(() -> RunStore.open(StoreOptions.file(directory)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("was created by another checkout of Escarole");
  }

  @Test
  void a_new_h2_database_is_what_flyway_makes_of_the_same_file() throws SQLException {
    migrate(fileUrl());
    // Opened once, so that what the store sets in every database is in this one, too.
    RunStore.open(StoreOptions.file(directory)).close();
    Path other = directory.resolve("other");
    RunStore.open(StoreOptions.file(other)).close();
    assertThat(definition(settled(StoreOptions.file(other).url())))
        .isEqualTo(definition(fileUrl()));
  }

  @Test
  void postgresql_has_the_columns_that_h2_has() throws SQLException {
    RunStore.open(StoreOptions.file(directory)).close();
    String server = Postgres.newDatabase();
    RunStore.open(StoreOptions.at(server)).close();
    assertThat(columns(Postgres.jdbcUrl(server))).isNotEmpty().isEqualTo(columns(fileUrl()));
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
  void completing_an_interrupted_creation_warns_of_no_table_that_exists() throws SQLException {
    String address = Postgres.newDatabase();
    RunStore.open(StoreOptions.at(address)).close();
    execute(Postgres.jdbcUrl(address), "delete from flyway_schema_history where version = '1'");
    List<String> warnings = new CopyOnWriteArrayList<>();
    LogFactory.setLogCreator(type -> new WarningLog(warnings));
    try {
      RunStore.open(StoreOptions.at(address)).close();
    } finally {
      LogFactory.setLogCreator(new Slf4jLogCreator());
    }
    assertThat(rows(Postgres.jdbcUrl(address), HISTORY)).last().asString().endsWith("t");
    assertThat(warnings).isEmpty();
  }

  /** Keeps warnings and errors. */
  private record WarningLog(List<String> warnings) implements Log {
    @Override
    public void debug(String message) {}

    @Override
    public void info(String message) {}

    @Override
    public void warn(String message) {
      warnings.add(message);
    }

    @Override
    public void error(String message) {
      warnings.add(message);
    }

    @Override
    public void error(String message, Exception e) {
      warnings.add(message);
    }

    @Override
    public void notice(String message) {}
  }

  @Test
  void tables_of_something_else_are_refused_and_left_alone() throws SQLException {
    execute("create table plan (hash varchar(64) not null primary key)");
    assertThatThrownBy(() -> RunStore.open(StoreOptions.file(directory)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("contains other tables")
        .hasMessageContaining("start with a new one");
    assertThat(columns(fileUrl())).hasSize(1);
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
        select table_name, ordinal_position, column_name, is_nullable, is_identity
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

  private static void migrate(String url) {
    Flyway.configure()
        .dataSource(url, null, null)
        .locations("classpath:" + Schema.MIGRATIONS)
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
    execute(fileUrl(), sql);
  }

  private static void execute(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static final String HISTORY =
      """
      select installed_rank, version, description, type, script, checksum, installed_by, success
      from flyway_schema_history
      """;

  /** What a checkout of before left behind, as far as it matters here. */
  private static final List<String> EARLIER =
      List.of(
          "create table note (text varchar not null)",
          "insert into note values ('kept')",
          """
          create table flyway_schema_history (installed_rank integer not null primary key,
            version varchar(50), description varchar(200) not null, type varchar(20) not null,
            script varchar(1000) not null, checksum integer, installed_by varchar(100) not null,
            installed_on timestamp default current_timestamp not null,
            execution_time integer not null, success boolean not null)
          """,
          """
          insert into flyway_schema_history (installed_rank, version, description, type, script,
            checksum, installed_by, execution_time, success)
          values
            (1, '001', 'runs', 'SQL', 'V001__runs.sql', 754738542, '', 0, true),
            (16, '019', 'computed', 'SQL', 'V019__computed.sql', 2045582993, '', 0, true)
          """);
}
