package dev.escarole.engine.store.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A database that the application has opened: connections are the application's own, in a schema of
 * their own, as the names of the tables are short. The pool of the engine holds some of them.
 */
final class GivenDialect implements Dialect {

  private static final Logger LOG = LoggerFactory.getLogger(GivenDialect.class);

  private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

  /** What the statements of the store need of H2; fixed when a database is opened first. */
  private static final List<String> H2_SETTINGS =
      List.of("MODE=PostgreSQL", "DATABASE_TO_LOWER=TRUE", "DEFAULT_NULL_ORDERING=HIGH");

  private static final String H2_SETTING =
      "select setting_value from information_schema.settings where setting_name = ?";

  private final DataSource source;
  private final String schema;
  private final Dialect kind;

  private GivenDialect(DataSource source, String schema, Dialect kind) {
    this.source = source;
    this.schema = schema;
    this.kind = kind;
  }

  /**
   * The database of a source of connections.
   *
   * @throws IllegalArgumentException if the name of the schema is not simple
   * @throws StoreException if it gives no connection, or one to a database that is not supported
   */
  static DatabaseAddress address(DataSource source, String schema) {
    if (!SCHEMA.matcher(schema).matches()) {
      throw new IllegalArgumentException(
          "the name of a schema has lower-case letters, digits and '_', was '%s'"
              .formatted(schema));
    }
    try (Connection connection = source.getConnection()) {
      String product = connection.getMetaData().getDatabaseProductName();
      String url = connection.getMetaData().getURL();
      Dialect kind =
          switch (product) {
            case "PostgreSQL" -> new PostgresDialect();
            case "H2" -> new H2Dialect();
            default ->
                throw new StoreException(
                    "The DataSource leads to %s; runs can be kept in PostgreSQL and H2."
                        .formatted(product),
                    null);
          };
      if (kind instanceof H2Dialect) {
        checkSettings(connection);
        warnOfVersion(url);
      }
      String plain = url.replaceFirst("[?;].*", "");
      return new DatabaseAddress(
          new GivenDialect(source, schema, kind), plain + "#" + schema, null, null);
    } catch (SQLException e) {
      throw new StoreException("The DataSource gives no connection: " + e.getMessage(), e);
    }
  }

  /** The application has chosen it for its own tables. */
  private static void warnOfVersion(String url) {
    if (!url.startsWith("jdbc:h2:mem:") && !H2Version.isReliable()) {
      LOG.warn(
          "{} may lose rows of runs when the process is killed; use H2 2.4 or PostgreSQL",
          H2Version.name());
    }
  }

  private static void checkSettings(Connection connection) throws SQLException {
    StringJoiner missing = new StringJoiner(";");
    for (String each : H2_SETTINGS) {
      int equals = each.indexOf('=');
      try (PreparedStatement setting = connection.prepareStatement(H2_SETTING)) {
        setting.setString(1, each.substring(0, equals));
        try (ResultSet row = setting.executeQuery()) {
          if (!row.next() || !row.getString(1).equalsIgnoreCase(each.substring(equals + 1))) {
            missing.add(each);
          }
        }
      }
    }
    if (missing.length() > 0) {
      throw new StoreException(
          "The H2 database of the DataSource is opened without %s. Add that to its JDBC URL."
              .formatted(missing),
          null);
    }
  }

  @Override
  public @Nullable DatabaseAddress read(String address) {
    return null;
  }

  @Override
  public String beginnings() {
    return kind.beginnings();
  }

  @Override
  public String userSetting(DatabaseAddress address) {
    return "";
  }

  @Override
  public boolean isExclusive() {
    return kind.isExclusive();
  }

  @Override
  public HikariDataSource open(HikariConfig config, StoreOptions options) {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create schema if not exists " + schema);
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
      // One more for the lock that shows that this engine is alive.
      return pool(config, options.connections() + 1);
    } catch (SQLException e) {
      throw new StoreException(
          "The schema %s cannot be created: %s".formatted(schema, e.getMessage()), e);
    } catch (RuntimeException e) {
      throw StoreException.cannotOpen(options.address(), e);
    }
  }

  private HikariDataSource pool(HikariConfig config, int connections) {
    config.setDataSource(new SchemaSource(source, schema, kind.schemas()));
    config.setUsername(null);
    config.setPassword(null);
    config.setAutoCommit(true);
    config.setMaximumPoolSize(connections);
    return new HikariDataSource(config);
  }

  @Override
  public HikariDataSource beside(HikariConfig config, StoreOptions options) {
    return pool(config, BESIDE);
  }

  @Override
  public String ownSchema() {
    return schema;
  }

  @Override
  public SchemaSource.Path schemas() {
    return kind.schemas();
  }

  @Override
  public DataSource owner(StoreOptions options, DataSource pool) {
    return pool;
  }

  @Override
  public void checkDurability(Database database, StoreOptions options) {
    kind.checkDurability(database, options);
  }

  @Override
  public long size(Handle handle) throws SQLException {
    return kind.size(handle);
  }

  @Override
  public Liveness liveness(Database database, String name) {
    return kind.liveness(database, name);
  }

  /** The application's connections are few: its engines announce, and look, but do not listen. */
  @Override
  public void announce(Connection connection, Topic topic) throws SQLException {
    kind.announce(connection, topic);
  }

  @Override
  public void lockEngines(Handle handle) {
    kind.lockEngines(handle);
  }

  @Override
  public boolean isTransient(SQLException failure) {
    return kind.isTransient(failure);
  }

  @Override
  public boolean isClosing(Throwable failure) {
    return kind.isClosing(failure);
  }
}
