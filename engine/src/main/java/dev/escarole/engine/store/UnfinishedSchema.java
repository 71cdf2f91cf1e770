package dev.escarole.engine.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Tells an H2 database whose making was cut short, as by a kill, from every other one: all that is
 * in it is also in what the script of a new database makes, and no table has a row. There is
 * nothing to lose in it, and the script can go on.
 */
final class UnfinishedSchema {

  /** H2 counts constraints without a name; and tables of a file are cached, others are not. */
  private static final Pattern BY_CHANCE =
      Pattern.compile("\"CONSTRAINT_\\w+\"|(?<=^CREATE )(CACHED|MEMORY)(?= TABLE)");

  /** What is set anew by each connection, and remarks; users have nothing to lose either. */
  private static final Pattern NO_OBJECT = Pattern.compile("(?s)(SET |CREATE USER |GRANT |--|;).*");

  private UnfinishedSchema() {}

  /** Whether this is in the database. */
  static boolean isIn(Connection connection) throws SQLException {
    return whole().containsAll(definition(connection)) && isEmpty(connection);
  }

  private static Set<String> whole() throws SQLException {
    try (Connection scratch = H2Connections.scratch();
        Statement statement = scratch.createStatement()) {
      statement.execute(Schema.script());
      return definition(scratch);
    }
  }

  private static Set<String> definition(Connection connection) throws SQLException {
    Set<String> definition = new HashSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet script = statement.executeQuery(Sql.H2_DEFINITION)) {
      while (script.next()) {
        String line = script.getString(1).strip();
        if (!NO_OBJECT.matcher(line).matches()) {
          definition.add(BY_CHANCE.matcher(line).replaceAll("any"));
        }
      }
    }
    return definition;
  }

  private static boolean isEmpty(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet tables = statement.executeQuery(Sql.H2_TABLE_NAMES)) {
      while (tables.next()) {
        if (hasRows(connection, tables.getString("table_name"))) {
          return false;
        }
      }
      return true;
    }
  }

  private static boolean hasRows(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select 1 from \"" + table + "\" limit 1")) {
      return row.next();
    }
  }
}
