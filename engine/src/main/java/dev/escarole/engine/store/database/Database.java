package dev.escarole.engine.store.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.ParsedSql;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/** Connections to the database, whose schema is created when opened. Thread-safe. */
public final class Database implements AutoCloseable {

  /** The version of the schema that this engine knows. */
  public static final int SCHEMA = Schema.NEWEST;

  /** How long a reader waits for an unreachable database. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Dialect dialect;
  private final HikariDataSource pool;
  private final DataSource connections;
  private final StoreOptions options;
  private volatile boolean compacts;

  /** Null until needed: it is slow to load, and runs do not need it. */
  private volatile @Nullable Jdbi jdbi;

  private Database(HikariDataSource pool, DataSource connections, StoreOptions options) {
    this.dialect = options.address().dialect();
    this.pool = pool;
    this.connections = connections;
    this.options = options;
  }

  /**
   * Connects and migrates.
   *
   * @param connections wraps the connections used after the migration
   */
  public static Database open(StoreOptions options, UnaryOperator<DataSource> connections) {
    HikariDataSource ahead = DatabaseAhead.take(options);
    HikariDataSource pool = ahead == null ? migrated(options) : ahead;
    try {
      Database database = new Database(pool, connections.apply(pool), options);
      if (options.durability() == Durability.MACHINE) {
        options.address().dialect().checkDurability(database, options);
      }
      return database;
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  /** Connections to a database with the schema of this version. */
  static HikariDataSource migrated(StoreOptions options) {
    Dialect dialect = options.address().dialect();
    HikariDataSource pool = dialect.open(config(options), options);
    try {
      Schema.bringUpToDate(pool, dialect.owner(options, pool), options.address());
      return pool;
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  /**
   * Creates tables that only some processes need, if they are missing.
   *
   * @param location of the one script, in the class path; it may be executed again
   * @throws StoreException if they cannot be created
   */
  public void extend(String location) {
    Schema.extend(dialect.owner(options, pool), dialect.isExclusive(), location);
  }

  /**
   * Opens a further pool of {@value Dialect#BESIDE} connections.
   *
   * @return the pool, which must be closed before this database
   */
  public HikariDataSource beside(String name) {
    HikariConfig config = config(options);
    config.setPoolName(name);
    return dialect.beside(config, options);
  }

  /** A text that differs between databases, without secrets. */
  public String place() {
    return options.address().toString();
  }

  private static HikariConfig config(StoreOptions options) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("escarole-store");
    config.setMinimumIdle(1);
    config.setConnectionTimeout(PATIENCE.toMillis());
    config.setUsername(options.address().user());
    config.setPassword(options.address().password());
    return config;
  }

  /** As in {@link Dialect#listen}. */
  public Dialect.Closing listen(Consumer<Topic> heard) {
    return dialect().listen(this, heard);
  }

  /** The dialect of this database. */
  public Dialect dialect() {
    return dialect;
  }

  /** A connection outside of any transaction; the caller closes it. */
  Connection connection() throws SQLException {
    return connections.getConnection();
  }

  /** Forces committed data to disk, if configured and a commit does not do so itself. */
  public void harden() {
    dialect.harden(this, options);
  }

  /** Drops connections after a failure, if they would not notice it themselves. */
  public void reconnect() {
    dialect.reconnect(pool, options);
  }

  /**
   * Executes work on one connection with plain JDBC.
   *
   * @param doing the operation, to complete "could not …" in messages
   */
  public <T extends @Nullable Object> T with(String doing, ConnectionWork<T> work) {
    boolean interrupted = Thread.interrupted();
    try (Connection connection = connections.getConnection()) {
      return work.on(connection);
    } catch (SQLException e) {
      throw failed(doing, e);
    } catch (AssertionError e) {
      throw closed(doing, e);
    } finally {
      restore(interrupted);
    }
  }

  /**
   * Executes work in one transaction with plain JDBC and returns its result. The pool resets the
   * connection.
   */
  public <T extends @Nullable Object> T transact(String doing, ConnectionWork<T> work) {
    return with(
        doing,
        connection -> {
          connection.setAutoCommit(false);
          try {
            T result = work.on(connection);
            connection.commit();
            return result;
          } catch (SQLException | RuntimeException | Error e) {
            rollBack(connection, e);
            throw e;
          }
        });
  }

  private static void rollBack(Connection connection, Throwable cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  /**
   * Executes work on one connection.
   *
   * @param doing the operation, to complete "could not …" in messages
   */
  public <T extends @Nullable Object> T read(String doing, HandleQuery<T> work) {
    boolean interrupted = Thread.interrupted();
    try {
      return jdbi().withHandle(work::on);
    } catch (SQLException | JdbiException e) {
      throw failed(doing, e);
    } catch (AssertionError e) {
      throw closed(doing, e);
    } finally {
      restore(interrupted);
    }
  }

  /** Executes work in one transaction and returns its result. */
  public <T extends @Nullable Object> T write(String doing, HandleQuery<T> work) {
    boolean interrupted = Thread.interrupted();
    try {
      return jdbi().inTransaction(work::on);
    } catch (SQLException | JdbiException e) {
      throw failed(doing, e);
    } catch (AssertionError e) {
      throw closed(doing, e);
    } finally {
      restore(interrupted);
    }
  }

  /** Executes work in one transaction. */
  public void change(String doing, HandleWork work) {
    write(
        doing,
        handle -> {
          work.on(handle);
          return true;
        });
  }

  private Jdbi jdbi() {
    Jdbi made = jdbi;
    if (made == null) {
      made = Jdbi.create(connections);
      made.getConfig(SqlStatements.class).setSqlParser(new NamedSql());
      jdbi = made;
    }
    return made;
  }

  /** Database work is short and always completed; the interrupt takes effect afterwards. */
  private static void restore(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Plain JDBC passes on the assertion by which H2 tells that it is being closed. */
  private static StoreException closed(String doing, AssertionError e) {
    if (FailureKind.isClosing(e)) {
      return failed(doing, e);
    }
    throw e;
  }

  private static StoreException failed(String doing, Throwable cause) {
    String hint =
        FailureKind.of(cause) == FailureKind.TRANSIENT
            ? " Check that the database is reachable and has free space, then try again;"
            : " Retrying will not help: the database rejects this with its current schema;";
    return new StoreException(
        "The store could not %s: %s.%s nothing was changed.".formatted(doing, reason(cause), hint),
        cause);
  }

  /** The database's message, without the statement and its values. */
  private static String reason(Throwable cause) {
    Throwable reason = cause;
    for (Throwable t = cause; t != null; t = t.getCause()) {
      if (FailureKind.isClosing(t)) {
        return "the database was closed while in use";
      }
      reason = t instanceof SQLException ? t : reason;
    }
    return String.valueOf(reason.getMessage()).lines().findFirst().orElse("").strip();
  }

  /** Facts about the database. */
  public DatabaseFacts facts() {
    return read(
        "read the facts of the database",
        handle -> {
          DatabaseMetaData about = handle.getConnection().getMetaData();
          return new DatabaseFacts(
              about.getDatabaseProductName(),
              about.getDatabaseProductVersion(),
              String.valueOf(SCHEMA),
              dialect.size(handle));
        });
  }

  /** Frees some unused space of a file; a server does so itself. */
  public void tidy() {
    dialect.tidy(this, options);
  }

  /** Compacts the file when it is closed; a server does so itself. */
  public void compactAtClose() {
    compacts = true;
  }

  @Override
  public void close() {
    dialect.close(pool, options, compacts);
  }

  /** Work on one connection without a result. */
  @FunctionalInterface
  public interface HandleWork {
    void on(Handle handle) throws SQLException;
  }

  /** Work on one connection with plain JDBC. */
  @FunctionalInterface
  public interface ConnectionWork<T extends @Nullable Object> {
    T on(Connection connection) throws SQLException;
  }

  /** Work on one connection. */
  @FunctionalInterface
  public interface HandleQuery<T extends @Nullable Object> {
    T on(Handle handle) throws SQLException;
  }

  /**
   * Facts about a database. Immutable.
   *
   * @param product such as {@code H2} or {@code PostgreSQL}
   * @param version the product's version
   * @param schema the newest migration of the schema
   * @param bytes its size on disk, or in memory if it has no file
   */
  public record DatabaseFacts(String product, String version, String schema, long bytes) {}

  /**
   * Parses {@code :name} in statements. Jdbi's own parser also supports comments and quoted colons,
   * which the store does not use, and takes longer to load than a small run takes. Thread-safe.
   */
  static final class NamedSql implements SqlParser {

    private static final Pattern NAME = Pattern.compile(":([a-zA-Z]\\w*)");

    private final Map<String, ParsedSql> parsed = new ConcurrentHashMap<>();

    @Override
    public ParsedSql parse(String sql, StatementContext context) {
      return parsed.computeIfAbsent(sql, NamedSql::parse);
    }

    private static ParsedSql parse(String sql) {
      ParsedSql.Builder builder = ParsedSql.builder();
      Matcher name = NAME.matcher(sql);
      int from = 0;
      while (name.find()) {
        builder.append(sql.substring(from, name.start())).appendNamedParameter(name.group(1));
        from = name.end();
      }
      return builder.append(sql.substring(from)).build();
    }

    @Override
    public String nameParameter(String name, StatementContext context) {
      return ":" + name;
    }
  }
}
