package dev.escarole.engine.store.database;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections of an application, which see one schema until they are closed: the pool that they go
 * back to does not know which one they saw before. Thread-safe.
 */
final class SchemaSource extends DelegatingSource {

  private static final Logger LOG = LoggerFactory.getLogger(SchemaSource.class);

  private final DataSource source;
  private final String schema;
  private final Path path;

  /**
   * How a connection says which schemas it sees.
   *
   * @param ask a query for a text
   * @param set a statement with a text as its parameter
   */
  record Path(String ask, String set) {}

  SchemaSource(DataSource source, String schema, Path path) {
    super(source);
    this.source = source;
    this.schema = schema;
    this.path = path;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = source.getConnection();
    try {
      String before = seen(connection);
      see(connection, schema);
      return restoring(connection, before);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private String seen(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(path.ask())) {
      row.next();
      return row.getString(1);
    }
  }

  private void see(Connection connection, String schemas) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(path.set())) {
      statement.setString(1, schemas);
      statement.execute();
    }
  }

  private Connection restoring(Connection connection, String before) {
    return (Connection)
        Proxy.newProxyInstance(
            SchemaSource.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close") && !connection.isClosed()) {
                restore(connection, before);
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** A connection that is broken has nothing to restore, and its pool drops it. */
  private void restore(Connection connection, String before) {
    try {
      if (!connection.getAutoCommit()) {
        connection.rollback();
        connection.setAutoCommit(true);
      }
      see(connection, before);
    } catch (SQLException e) {
      LOG.debug("A connection is given back as it is", e);
    }
  }
}
