package dev.escarole.engine.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/**
 * Brings a database to this version's schema.
 *
 * <p>Flyway does it, but is asked only if the last migration on record is not the newest: in a
 * fresh JVM its start takes longer than everything else that a small run does.
 */
final class Schema {

  /** The newest migration; a test holds it against the files. */
  static final String NEWEST = "005";

  static final String MIGRATIONS = "dev/escarole/engine/store/migration";

  private Schema() {}

  /**
   * Migrates if need be.
   *
   * @throws org.flywaydb.core.api.FlywayException if the schema is not one that this version knows
   */
  static void bringUpToDate(DataSource database) {
    if (!isNewest(database)) {
      Flyway.configure()
          .dataSource(database)
          .locations("classpath:" + MIGRATIONS)
          // Flyway would let a schema pass that a newer version has changed.
          .ignoreMigrationPatterns(new String[0])
          .load()
          .migrate();
    }
  }

  private static boolean isNewest(DataSource database) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet last = statement.executeQuery(Sql.LAST_MIGRATION)) {
      return last.next() && NEWEST.equals(last.getString("version")) && last.getBoolean("success");
    } catch (SQLException e) {
      // A database without a history is a new one; whatever else is wrong with it, Flyway says.
      return false;
    }
  }
}
