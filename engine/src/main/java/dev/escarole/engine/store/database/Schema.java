package dev.escarole.engine.store.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * Creates the tables of a new database and refuses a database with a different schema.
 *
 * <p>The schema is defined once, in {@value #FIRST}. Flyway runs that file on a server, where two
 * engines may start with an empty schema at the same time. For an exclusive database the file is
 * executed without Flyway, which takes longer to start than a small run; the row of Flyway's
 * history is inserted first, as unfinished, so that an interrupted creation is detected and
 * completed.
 */
final class Schema {

  /** The newest migration; a test compares it with the files. */
  static final String NEWEST = "1";

  static final String MIGRATIONS = "dev/escarole/engine/store/database/migration";

  private static final String FIRST = "V1__schema.sql";

  /** The only migration of tables beside those of the engine. */
  private static final String EXTENSION = "V1__tables.sql";

  private static final String HISTORY =
      """
      select version, checksum, success
      from flyway_schema_history
      where version is not null
      order by installed_rank
      """;

  /** Tables other than the history, which is created first. */
  private static final String TABLES =
      """
      select count(*) from information_schema.tables
      where table_schema = current_schema and table_name <> 'flyway_schema_history'
      """;

  /** The same as Flyway creates in H2. */
  private static final String MAKE_HISTORY =
      """
      create table if not exists flyway_schema_history (
        installed_rank integer not null,
        version varchar(50),
        description varchar(200) not null,
        type varchar(20) not null,
        script varchar(1000) not null,
        checksum integer,
        installed_by varchar(100) not null,
        installed_on timestamp default current_timestamp not null,
        execution_time integer not null,
        success boolean not null,
        constraint flyway_schema_history_pk primary key (installed_rank)
      );
      create index if not exists flyway_schema_history_s_idx on flyway_schema_history (success);
      """;

  private static final String BEGIN_HISTORY =
      """
      insert into flyway_schema_history (installed_rank, version, description, type, script,
        checksum, installed_by, execution_time, success)
      values
        (-1, null, '<< Flyway Schema History table created >>', 'TABLE', '', null, '', 0, true),
        (1, '1', 'schema', 'SQL', ?, ?, '', 0, false)
      """;

  private static final String END_HISTORY =
      "update flyway_schema_history set success = true where installed_rank = 1";

  private Schema() {}

  /**
   * Creates the tables if they are missing.
   *
   * @param rows connections that are open already, to look with
   * @param database connections that may change the schema
   * @throws StoreException if the database has an unknown schema; it is not changed
   */
  static void bringUpToDate(DataSource rows, DataSource database, DatabaseAddress address) {
    String script = script();
    int checksum = checksum(script);
    List<Migration> history = history(rows);
    if (!history.isEmpty()) {
      checkFirst(history, checksum, address);
      if (isWhole(history)) {
        return;
      }
      checkLast(history.get(history.size() - 1), address);
    }
    if (address.dialect().isExclusive() && makesAll(database, history)) {
      make(database, history, script, checksum);
      return;
    }
    try {
      migrate(database);
    } catch (FlywayException e) {
      throw notKnown(address, history, e);
    }
  }

  /** An entry of Flyway's history. */
  private record Migration(String version, int checksum, boolean success) {}

  private static boolean isWhole(List<Migration> history) {
    Migration last = history.get(history.size() - 1);
    return last.success() && last.version().equals(NEWEST);
  }

  private static void checkFirst(List<Migration> history, int checksum, DatabaseAddress address) {
    Migration first = history.get(0);
    if (first.version().equals("1") && first.checksum() == checksum) {
      return;
    }
    String last = history.get(history.size() - 1).version();
    String rid =
        address.files().isEmpty()
            ? "Drop its schema to start with a new one"
            : "Delete " + address.files().get(0) + " to start with a new one";
    throw new StoreException(
        "The database %s was created by another checkout of Escarole, before the first release."
                .formatted(address)
            + " Its schema (%s) cannot be converted to the one of this checkout (%s);"
                .formatted(last, NEWEST)
            + " nothing was changed. %s, or keep using it with the checkout that created it."
                .formatted(rid),
        null);
  }

  private static void checkLast(Migration last, DatabaseAddress address) {
    if (isNewer(last.version())) {
      throw new StoreException(
          "The database %s was last used by a newer version of Escarole: its schema is %s, this"
                  .formatted(address, last.version())
              + " version supports %s. Use the newer version; nothing was changed."
                  .formatted(NEWEST),
          null);
    }
  }

  private static boolean isNewer(String version) {
    return version.length() > NEWEST.length()
        || (version.length() == NEWEST.length() && version.compareTo(NEWEST) > 0);
  }

  /** Whether the database is empty, or the creation of its tables was interrupted. */
  private static boolean makesAll(DataSource database, List<Migration> history) {
    if (!history.isEmpty()) {
      return history.size() == 1 && !history.get(0).success();
    }
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet tables = statement.executeQuery(TABLES)) {
      tables.next();
      return tables.getLong(1) == 0;
    } catch (SQLException e) {
      throw cannotMake(e);
    }
  }

  private static void make(
      DataSource database, List<Migration> history, String script, int checksum) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(MAKE_HISTORY);
      if (history.isEmpty()) {
        try (PreparedStatement entry = connection.prepareStatement(BEGIN_HISTORY)) {
          entry.setString(1, FIRST);
          entry.setInt(2, checksum);
          entry.executeUpdate();
        }
      }
      statement.execute(script);
      statement.executeUpdate(END_HISTORY);
    } catch (SQLException e) {
      throw cannotMake(e);
    }
  }

  private static StoreException cannotMake(SQLException cause) {
    return new StoreException("The tables cannot be created: " + cause.getMessage(), cause);
  }

  /** The statements that create all tables of a new database. */
  static String script() {
    return text("migration/" + FIRST);
  }

  private static String text(String resource) {
    try (InputStream in = Schema.class.getResourceAsStream(resource)) {
      return new String(Objects.requireNonNull(in, resource).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("BUG: " + resource + " cannot be read", e);
    }
  }

  /** The checksum as Flyway computes it: without line ends. */
  static int checksum(String script) {
    CRC32 sum = new CRC32();
    byte[] bytes = script.getBytes(UTF_8);
    // By hand: every start does this, and Java's own lines take ten times as long when first used.
    int start = 0;
    for (int i = 0; i <= bytes.length; i++) {
      if (i == bytes.length || bytes[i] == '\n' || bytes[i] == '\r') {
        sum.update(bytes, start, i - start);
        start = i + 1;
      }
    }
    return (int) sum.getValue();
  }

  private static void migrate(DataSource database) {
    Flyway.configure()
        .dataSource(database)
        .locations("classpath:" + MIGRATIONS)
        // Flyway would accept a schema that a newer version has changed.
        .ignoreMigrationPatterns(new String[0])
        .load()
        .migrate();
  }

  /**
   * Creates tables beside those of the engine, if they are missing.
   *
   * @param alone whether no other process can do so at the same time; the script is executed as it
   *     is then, because Flyway takes longer to load
   */
  static void extend(DataSource database, boolean alone, String location, String history) {
    if (!alone) {
      Flyway.configure()
          .dataSource(database)
          .locations("classpath:" + location)
          .table(history)
          .baselineOnMigrate(true)
          .baselineVersion("0")
          .load()
          .migrate();
      return;
    }
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(text("/" + location + "/" + EXTENSION));
    } catch (SQLException e) {
      throw cannotMake(e);
    }
  }

  private static StoreException notKnown(
      DatabaseAddress address, List<Migration> history, FlywayException cause) {
    return new StoreException(
        "The database %s could not be migrated to schema %s (it has %s). It contains other tables,"
                .formatted(address, NEWEST, history.isEmpty() ? "none" : history)
            + " or an earlier migration was interrupted. Move it away and start with a new one. %s"
                .formatted(String.valueOf(cause.getMessage()).strip()),
        cause);
  }

  /** Empty if there is none: the database is new or not ours. */
  private static List<Migration> history(DataSource database) {
    List<Migration> history = new ArrayList<>();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(HISTORY)) {
      while (row.next()) {
        history.add(
            new Migration(
                row.getString("version"), row.getInt("checksum"), row.getBoolean("success")));
      }
      return history;
    } catch (SQLException e) {
      // Flyway reports other problems.
      return List.of();
    }
  }
}
