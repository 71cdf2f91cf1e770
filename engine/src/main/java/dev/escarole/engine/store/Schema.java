package dev.escarole.engine.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;

/**
 * Brings a database to this version's schema.
 *
 * <p>Flyway does it, but is asked only if the last migration on record is not the newest: in a
 * fresh JVM its start takes longer than everything else that a small run does. A new H2 database is
 * made by a script that leaves what all migrations would have left.
 */
final class Schema {

  /** The newest migration; a test holds it against the files. */
  static final String NEWEST = "019";

  static final String MIGRATIONS = "dev/escarole/engine/store/migration";

  private static final String SCRIPT = "schema.sql";

  private Schema() {}

  /**
   * Migrates if need be.
   *
   * @throws StoreException if the schema is not one that this version knows; it was not changed
   */
  static void bringUpToDate(DataSource database, DatabaseAddress address) {
    LastMigration last = lastMigration(database);
    if (last == null && address.dialect().isExclusive() && makeNew(database)) {
      last = lastMigration(database);
    }
    if (last != null && last.success && last.version.equals(NEWEST)) {
      return;
    }
    if (last != null && last.version.compareTo(NEWEST) > 0) {
      throw new StoreException(
          "The database %s was last used by a newer version of Escarole: its schema is %s, this"
                  .formatted(address, last.version)
              + " version knows %s. Use the newer version; nothing was changed.".formatted(NEWEST),
          null);
    }
    try {
      migrate(database);
    } catch (FlywayException e) {
      throw notKnown(address, last, e);
    }
  }

  /**
   * Makes a new database in one go, or finishes one whose making was cut short. Only for H2, which
   * one process has to itself; two engines that meet at an empty schema of a server are kept apart
   * by Flyway.
   *
   * @return whether it was one of these
   */
  private static boolean makeNew(DataSource database) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet tables = statement.executeQuery(Sql.TABLES)) {
      tables.next();
      if (tables.getLong(1) > 0 && !UnfinishedSchema.isIn(connection)) {
        return false;
      }
      statement.execute(script());
      return true;
    } catch (SQLException e) {
      throw new StoreException("The tables cannot be made: " + e.getMessage(), e);
    }
  }

  /** The statements that make all tables of a new database. */
  static String script() {
    try (InputStream in = Schema.class.getResourceAsStream(SCRIPT)) {
      return new String(Objects.requireNonNull(in, SCRIPT).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("BUG: " + SCRIPT + " cannot be read", e);
    }
  }

  private static void migrate(DataSource database) {
    Flyway.configure()
        .dataSource(database)
        .locations("classpath:" + MIGRATIONS)
        // Flyway would let a schema pass that a newer version has changed.
        .ignoreMigrationPatterns(new String[0])
        .load()
        .migrate();
  }

  private static StoreException notKnown(
      DatabaseAddress address, @Nullable LastMigration last, FlywayException cause) {
    String found = last == null ? "none" : last.version + (last.success ? "" : ", unfinished");
    return new StoreException(
        "The database %s could not be brought to schema %s (found: %s). A build between two"
                .formatted(address, NEWEST, found)
            + " releases has made it, or a change of it was cut short. Go on with the version that"
            + " made it, or move it away and start with a new one. %s"
                .formatted(String.valueOf(cause.getMessage()).strip()),
        cause);
  }

  private static @Nullable LastMigration lastMigration(DataSource database) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet last = statement.executeQuery(Sql.LAST_MIGRATION)) {
      return last.next()
          ? new LastMigration(last.getString("version"), last.getBoolean("success"))
          : null;
    } catch (SQLException e) {
      // A database without a history is a new one; whatever else is wrong with it, Flyway says.
      return null;
    }
  }

  /** The last entry of the history. */
  private static final class LastMigration {
    final String version;
    final boolean success;

    LastMigration(String version, boolean success) {
      this.version = version;
      this.success = success;
    }
  }
}
