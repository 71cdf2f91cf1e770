package dev.escarole.samples.bench.cluster;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * An empty database, and a directory for what nodes keep beside it. Immutable.
 *
 * @param jdbcUrl with user and password
 */
record Place(String jdbcUrl, Path directory) {

  /** As many connections as a node of Escarole has. */
  private static final int CONNECTIONS = 6;

  HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(jdbcUrl);
    config.setMaximumPoolSize(CONNECTIONS);
    return new HikariDataSource(config);
  }

  void execute(String statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        Statement statement = connection.createStatement()) {
      statement.execute(statements);
    }
  }

  /** Waits until a query gives so much or less. */
  void awaitAtMost(long most, String query) throws SQLException, InterruptedException {
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        Statement statement = connection.createStatement()) {
      while (number(statement, query) > most) {
        Thread.sleep(10);
      }
    }
  }

  private static long number(Statement statement, String query) throws SQLException {
    try (ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }
}
