package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.Postgres;
import dev.escarole.engine.store.database.DatabaseAddress;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs in the database of an application, which has tables of its own. */
@Timeout(300)
class GivenSourceTest {

  private static final String MODES =
      ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH";

  @TempDir Path directory;

  private static JdbcDataSource h2(String name, String settings) {
    JdbcDataSource source = new JdbcDataSource();
    source.setURL("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1" + settings);
    return source;
  }

  private static HikariDataSource postgres() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(Postgres.jdbcUrl(Postgres.newDatabase()));
    config.setMaximumPoolSize(12);
    return new HikariDataSource(config);
  }

  private EngineOptions options(DataSource source, String schema) {
    return EngineOptions.at(directory).withDatabase(DatabaseAddress.of(source, schema));
  }

  private static RunId run(Engine engine) throws InterruptedException {
    RunRequest request =
        RunRequest.of(new RecipeReader().read("template: [echo a, cat]", "t.yaml")).build();
    return engine.run(request).orThrow().run();
  }

  /** The tables of the application keep their names and rows, and the engine its runs. */
  private void lives(DataSource source, String schema) throws Exception {
    execute(source, "create table run (ours varchar)");
    execute(source, "insert into run values ('kept')");
    RunId id;
    try (Engine engine = Engine.open(options(source, schema))) {
      id = run(engine);
    }
    try (Engine engine = Engine.open(options(source, schema))) {
      assertThat(engine.records().run(id).orElseThrow().status()).isEqualTo(RunStatus.DONE);
    }
    assertThat(rows(source, "select ours from run")).containsExactly("kept");
    assertThat(rows(source, "select id from %s.run".formatted(schema))).containsExactly(id.value());
  }

  @Test
  void h2_has_runs_in_a_schema_of_their_own() throws Exception {
    lives(h2("lives", MODES), "escarole");
  }

  @Test
  void a_pool_of_postgresql_is_shared_and_left_open() throws Exception {
    try (HikariDataSource pool = postgres()) {
      String schema = "runs_" + System.nanoTime();
      assertThat(DatabaseAddress.of(pool, schema).toString())
          .endsWith("#" + schema)
          .doesNotContain("secret");
      lives(pool, schema);
      assertThat(pool.isClosed()).isFalse();
      assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
      // What the engine sets is not left behind.
      try (Connection connection = pool.getConnection()) {
        assertThat(connection.getSchema()).startsWith("test_");
        assertThat(connection.getAutoCommit()).isTrue();
      }
    }
  }

  @Test
  void two_engines_share_one_source() throws Exception {
    try (HikariDataSource pool = postgres()) {
      EngineOptions options = options(pool, "two_" + System.nanoTime());
      try (Engine one = Engine.open(options.withData(directory.resolve("one")));
          Engine two = Engine.open(options.withData(directory.resolve("two")))) {
        RunId id = run(one);
        assertThat(two.records().run(id).orElseThrow().status()).isEqualTo(RunStatus.DONE);
      }
    }
  }

  @Test
  void h2_without_the_settings_is_refused_with_what_to_add() {
    assertThatThrownBy(() -> DatabaseAddress.of(h2("regular", ""), "escarole"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE")
        .hasMessageContaining("to its JDBC URL");
  }

  @Test
  void a_schema_with_a_name_that_is_more_than_a_name_is_refused() {
    assertThatThrownBy(() -> DatabaseAddress.of(h2("name", MODES), "a; drop table run"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_source_that_gives_no_connection_is_told() {
    JdbcDataSource none = new JdbcDataSource();
    none.setURL("jdbc:h2:mem:none;IFEXISTS=TRUE");
    assertThatThrownBy(() -> DatabaseAddress.of(none, "escarole"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("gives no connection");
  }

  private static void execute(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> rows(DataSource source, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        rows.add(row.getString(1));
      }
    }
    return rows;
  }
}
