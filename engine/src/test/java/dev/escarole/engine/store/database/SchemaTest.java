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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.CRC32;
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
  void the_checksum_is_the_same_whatever_ends_the_lines() {
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
        "insert into escarole_schema (version, checksum, whole) values (%d, 1, true)"
            .formatted(Schema.NEWEST + 1));
    assertThatThrownBy(() -> RunStore.open(StoreOptions.file(directory)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("newer version");
  }

  @Test
  void an_interrupted_creation_of_tables_is_completed() throws SQLException {
    RunStore.open(StoreOptions.file(directory)).close();
    execute("update escarole_schema set whole = false");
    execute("drop table action");
    try (RunStore store = RunStore.open(StoreOptions.file(directory))) {
      assertThat(store.actions().list(null, null, Long.MAX_VALUE, 9)).isEmpty();
    }
    assertThat(rows(fileUrl(), "select version, whole from escarole_schema"))
        .containsExactly("1, TRUE");
  }

  @Test
  void an_h2_database_of_an_earlier_checkout_is_refused_with_a_way_out() throws SQLException {
    for (String sql : EARLIER) {
      execute(sql);
    }
    assertThatThrownBy(() -> RunStore.open(StoreOptions.file(directory)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("of a checkout of Escarole from before the first release")
        .hasMessageContaining("Delete " + directory.resolve("escarole.mv.db"));
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
        .hasMessageContaining("of a checkout of Escarole from before the first release")
        .hasMessageContaining("Drop its schema")
        .hasMessageNotContaining("secret");
    assertThat(rows(Postgres.jdbcUrl(address), "select text from note")).containsExactly("kept");
  }

  @Test
  void a_database_that_another_form_of_the_same_file_has_made_is_refused() throws SQLException {
    RunStore.open(StoreOptions.file(directory)).close();
    execute("update escarole_schema set checksum = checksum + 1");
    assertThatThrownBy(() -> RunStore.open(StoreOptions.file(directory)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("was created by another checkout of Escarole");
  }

  @Test
  void postgresql_has_the_columns_that_h2_has() throws SQLException {
    RunStore.open(StoreOptions.file(directory)).close();
    String server = Postgres.newDatabase();
    RunStore.open(StoreOptions.at(server)).close();
    assertThat(columns(Postgres.jdbcUrl(server))).isNotEmpty().isEqualTo(columns(fileUrl()));
  }

  @Test
  void engines_that_begin_at_once_create_the_tables_once() throws Exception {
    String address = Postgres.newDatabase();
    ExecutorService engines = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> opened = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        opened.add(engines.submit(() -> RunStore.open(StoreOptions.at(address)).close()));
      }
      for (Future<?> each : opened) {
        each.get();
      }
    } finally {
      engines.shutdown();
    }
    assertThat(rows(Postgres.jdbcUrl(address), "select version, whole from escarole_schema"))
        .containsExactly("1, t");
  }

  @Test
  void a_creation_that_a_server_refuses_leaves_nothing_behind() throws SQLException {
    String address = Postgres.newDatabase();
    // A name that the script needs, of something that is no table.
    execute(Postgres.jdbcUrl(address), "create sequence action");
    assertThatThrownBy(() -> RunStore.open(StoreOptions.at(address)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("cannot be created");
    assertThat(columns(Postgres.jdbcUrl(address))).isEmpty();
    assertThat(
            rows(Postgres.jdbcUrl(address), "select 1 from pg_tables where schemaname = 'public'"))
        .isEmpty();
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

  /** In their order; PostgreSQL's own numbers have gaps where columns were dropped. */
  private static List<String> columns(String url) throws SQLException {
    return rows(
        url,
        """
        select table_name, ordinal_position, column_name, is_nullable, is_identity
        from information_schema.columns
        where table_schema = current_schema() and table_name <> 'escarole_schema'
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
