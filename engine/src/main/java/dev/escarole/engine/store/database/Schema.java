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

/**
 * Creates the tables of a new database and refuses a database with a different schema.
 *
 * <p>The schema is defined once, in {@value #FIRST}. On a server it is executed in one transaction,
 * under a lock, as two engines may start with an empty schema at the same time. In a file, whose
 * database has no such transactions, it is recorded first, as unfinished, so that an interrupted
 * creation is detected and completed.
 */
final class Schema {

  /** The version of the last script; a test compares it with the files. */
  static final int NEWEST = 1;

  static final String MIGRATIONS = "dev/escarole/engine/store/database/migration";

  private static final String FIRST = "V1__schema.sql";

  /** The only script of tables beside those of the engine. */
  private static final String EXTENSION = "V1__tables.sql";

  /** Held by the one engine that creates tables; a number that nobody else has a reason to use. */
  private static final String LOCK = "select pg_advisory_xact_lock(4994018772134)";

  private static final String MAKE_HISTORY =
      """
      create table if not exists escarole_schema (
        version integer primary key,
        checksum integer not null,
        whole boolean not null,
        made_at timestamp default current_timestamp not null
      )
      """;

  private static final String HISTORY =
      "select version, checksum, whole from escarole_schema order by version";

  /** Tables other than the history, which is created first. */
  private static final String TABLES =
      """
      select count(*) from information_schema.tables
      where table_schema = current_schema and table_name <> 'escarole_schema'
      """;

  private static final String BEGIN =
      "insert into escarole_schema (version, checksum, whole) values (1, ?, false)";

  private static final String END = "update escarole_schema set whole = true where version = 1";

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
    if (isWhole(history(rows), checksum, address)) {
      return;
    }
    alone(
        database,
        address.dialect().isExclusive(),
        connection -> make(connection, script, checksum, address));
  }

  /** A script that was executed, or begun. */
  private record Version(int number, int checksum, boolean whole) {}

  private static boolean isWhole(List<Version> history, int checksum, DatabaseAddress address) {
    if (history.isEmpty()) {
      return false;
    }
    checkFirst(history, checksum, address);
    Version last = history.get(history.size() - 1);
    if (last.number() > NEWEST) {
      throw newer(last, address);
    }
    return last.whole();
  }

  private static void checkFirst(List<Version> history, int checksum, DatabaseAddress address) {
    Version first = history.get(0);
    if (first.number() == 1 && first.checksum() == checksum) {
      return;
    }
    throw new StoreException(
        "The database %s was created by another checkout of Escarole, before the first release."
                .formatted(address)
            + " Its schema cannot be converted to the one of this checkout; nothing was changed."
            + " %s to start with a new one, or keep using it with the checkout that created it."
                .formatted(riddance(address)),
        null);
  }

  private static String riddance(DatabaseAddress address) {
    return address.files().isEmpty() ? "Drop its schema" : "Delete " + address.files().get(0);
  }

  private static StoreException newer(Version last, DatabaseAddress address) {
    return new StoreException(
        "The database %s was last used by a newer version of Escarole: its schema is %d, this"
                .formatted(address, last.number())
            + " version supports %d. Use the newer version; nothing was changed.".formatted(NEWEST),
        null);
  }

  private static void make(
      Connection connection, String script, int checksum, DatabaseAddress address)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      boolean empty = isEmpty(statement);
      statement.execute(MAKE_HISTORY);
      List<Version> history = read(statement);
      if (isWhole(history, checksum, address)) {
        // Another engine was faster.
        return;
      }
      if (history.isEmpty()) {
        if (!empty) {
          throw foreign(statement, address);
        }
        begin(connection, checksum);
      }
      statement.execute(script);
      statement.executeUpdate(END);
    }
  }

  private static void begin(Connection connection, int checksum) throws SQLException {
    try (PreparedStatement entry = connection.prepareStatement(BEGIN)) {
      entry.setInt(1, checksum);
      entry.executeUpdate();
    }
  }

  private static boolean isEmpty(Statement statement) throws SQLException {
    try (ResultSet tables = statement.executeQuery(TABLES)) {
      tables.next();
      return tables.getLong(1) == 0;
    }
  }

  private static StoreException foreign(Statement statement, DatabaseAddress address)
      throws SQLException {
    statement.execute("drop table escarole_schema");
    return new StoreException(
        "The database %s contains other tables: of another program, or of a checkout of Escarole"
                .formatted(address)
            + " from before the first release. Nothing was changed. %s to start with a new one,"
                .formatted(riddance(address))
            + " or use another database.",
        null);
  }

  /** Executes work that changes the schema, while no other engine does. */
  private static void alone(DataSource database, boolean isExclusive, SchemaWork work) {
    try (Connection connection = database.getConnection()) {
      if (isExclusive) {
        work.on(connection);
        return;
      }
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute(LOCK);
        work.on(connection);
        connection.commit();
      } finally {
        connection.rollback();
      }
    } catch (SQLException e) {
      throw new StoreException("The tables cannot be created: " + e.getMessage(), e);
    }
  }

  /** Changes a schema. */
  @FunctionalInterface
  private interface SchemaWork {
    void on(Connection connection) throws SQLException;
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

  /** A checksum that does not depend on what ends the lines. */
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

  /**
   * Creates tables beside those of the engine, if they are missing.
   *
   * @param isExclusive whether no other process can do so at the same time
   * @param location of a script that may be executed again
   */
  static void extend(DataSource database, boolean isExclusive, String location) {
    String script = text("/" + location + "/" + EXTENSION);
    alone(
        database,
        isExclusive,
        connection -> {
          try (Statement statement = connection.createStatement()) {
            statement.execute(script);
          }
        });
  }

  /** Empty if there is none: the database is new or not ours. */
  private static List<Version> history(DataSource database) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      return read(statement);
    } catch (SQLException e) {
      // Whoever makes the tables learns of other problems.
      return List.of();
    }
  }

  private static List<Version> read(Statement statement) throws SQLException {
    List<Version> history = new ArrayList<>();
    try (ResultSet row = statement.executeQuery(HISTORY)) {
      while (row.next()) {
        history.add(
            new Version(row.getInt("version"), row.getInt("checksum"), row.getBoolean("whole")));
      }
    }
    return history;
  }
}
