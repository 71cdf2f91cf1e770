package dev.escarole.engine.store.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jspecify.annotations.Nullable;

/** The connections to the database, with the schema brought up to date. Thread-safe. */
public final class Database implements AutoCloseable {

  /** How long a reader waits for a database that is away before it is told so. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Dialect dialect;
  private final HikariDataSource pool;
  private final DataSource border;
  private final StoreOptions options;
  private volatile boolean compacts;

  /** Null until it is needed: what every run does goes without, as its start takes longer. */
  private volatile @Nullable Jdbi jdbi;

  private Database(HikariDataSource pool, DataSource border, StoreOptions options) {
    this.dialect = options.address().dialect();
    this.pool = pool;
    this.border = border;
    this.options = options;
  }

  /**
   * Connects and migrates.
   *
   * @param border wraps the connections that the store uses after the migration
   */
  public static Database open(StoreOptions options, UnaryOperator<DataSource> border) {
    Dialect dialect = options.address().dialect();
    HikariDataSource pool = dialect.open(config(options), options);
    try {
      Schema.bringUpToDate(dialect.owner(options, pool), options.address());
      Database database = new Database(pool, border.apply(pool), options);
      if (options.durability() == Durability.MACHINE) {
        dialect.checkDurability(database, options);
      }
      return database;
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
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

  /** What is particular to this database. */
  public Dialect dialect() {
    return dialect;
  }

  /** A connection outside of the transactions; the caller closes it. */
  Connection connection() throws SQLException {
    return border.getConnection();
  }

  /** Brings what is committed to the disk, where that was asked for and a commit does not. */
  public void harden() {
    dialect.harden(this, options);
  }

  /** Lets go of connections after a failure, where they would not notice by themselves. */
  public void reconnect() {
    dialect.reconnect(pool, options);
  }

  /**
   * Does some work on one connection by plain JDBC.
   *
   * @param doing what is being done, to complete "could not …"
   */
  public <T extends @Nullable Object> T with(String doing, ConnectionWork<T> work) {
    boolean interrupted = Thread.interrupted();
    try (Connection connection = border.getConnection()) {
      return work.on(connection);
    } catch (SQLException e) {
      throw failed(doing, e);
    } finally {
      restore(interrupted);
    }
  }

  /**
   * Does some work in one transaction by plain JDBC and gives what came of it. The pool sets the
   * connection back.
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
   * Does some work on one connection.
   *
   * @param doing what is being done, to complete "could not …"
   */
  public <T extends @Nullable Object> T read(String doing, HandleQuery<T> work) {
    boolean interrupted = Thread.interrupted();
    try {
      return jdbi().withHandle(work::on);
    } catch (SQLException | JdbiException e) {
      throw failed(doing, e);
    } finally {
      restore(interrupted);
    }
  }

  /** Does some work in one transaction and gives what came of it. */
  public <T extends @Nullable Object> T write(String doing, HandleQuery<T> work) {
    boolean interrupted = Thread.interrupted();
    try {
      return jdbi().inTransaction(work::on);
    } catch (SQLException | JdbiException e) {
      throw failed(doing, e);
    } finally {
      restore(interrupted);
    }
  }

  /** Does some work in one transaction. */
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
      made = Jdbi.create(border);
      made.getConfig(SqlStatements.class).setSqlParser(new NamedSql());
      jdbi = made;
    }
    return made;
  }

  /** Work on the database is short and is always finished; the interrupt counts after it. */
  private static void restore(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static StoreException failed(String doing, Exception cause) {
    String hint =
        Trouble.of(cause) == Trouble.PASSING
            ? " Check that the database can be reached and has room, then try again;"
            : " Trying again will not help: the database refuses this with its present schema;";
    return new StoreException(
        "The store could not %s: %s.%s nothing was changed.".formatted(doing, reason(cause), hint),
        cause);
  }

  /** What the database said, without the statement and its values that follow. */
  private static String reason(Throwable cause) {
    Throwable reason = cause;
    for (Throwable t = cause; t != null; t = t.getCause()) {
      if (Trouble.isClosing(t)) {
        return "the database was closed while it was used";
      }
      reason = t instanceof SQLException ? t : reason;
    }
    return String.valueOf(reason.getMessage()).lines().findFirst().orElse("").strip();
  }

  /** What the database says of itself. */
  public DatabaseFacts facts() {
    return read(
        "ask the database what it is",
        handle -> {
          DatabaseMetaData about = handle.getConnection().getMetaData();
          return new DatabaseFacts(
              about.getDatabaseProductName(),
              about.getDatabaseProductVersion(),
              Schema.NEWEST,
              dialect.size(handle));
        });
  }

  /** Lets a file give back some of what is dead in it; a server does so itself. */
  public void tidy() {
    dialect.tidy(this, options);
  }

  /** Gives back, when it is closed, what deleted rows have left empty; a server does so itself. */
  public void compactAtClose() {
    compacts = true;
  }

  @Override
  public void close() {
    dialect.close(pool, options, compacts);
  }

  /** Work on one connection that gives nothing. */
  @FunctionalInterface
  public interface HandleWork {
    void on(Handle handle) throws SQLException;
  }

  /** Work on one connection by plain JDBC. */
  @FunctionalInterface
  public interface ConnectionWork<T extends @Nullable Object> {
    T on(Connection connection) throws SQLException;
  }

  /** Work on one connection. */
  @FunctionalInterface
  public interface HandleQuery<T extends @Nullable Object> {
    T on(Handle handle) throws SQLException;
  }
}
