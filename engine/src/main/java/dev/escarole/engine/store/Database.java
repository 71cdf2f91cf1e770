package dev.escarole.engine.store;

import com.zaxxer.hikari.HikariDataSource;
import dev.escarole.engine.command.PrivateFiles;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections to the database, with the schema brought up to date. Thread-safe. */
final class Database implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Database.class);

  /** What H2 says of a connection after it was told to shut down. */
  private static final int H2_IS_CLOSED = 90121;

  private final HikariDataSource pool;
  private final DataSource border;
  private final StoreOptions options;
  private volatile boolean compacts;

  /** Null until it is needed: what every run does goes without, as its start takes longer. */
  private volatile @Nullable Jdbi jdbi;

  private Database(HikariDataSource pool, DataSource border, StoreOptions options) {
    this.pool = pool;
    this.border = border;
    this.options = options;
  }

  /**
   * Connects and migrates.
   *
   * @param border wraps the connections that the store uses after the migration
   */
  static Database open(StoreOptions options, UnaryOperator<DataSource> border) {
    HikariDataSource pool = Connections.open(options);
    try {
      DataSource owner = options.address().isH2() ? Connections.h2Owner(options) : pool;
      Schema.bringUpToDate(owner, options.address());
      Database database = new Database(pool, border.apply(pool), options);
      database.checkDurability();
      return database;
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  private void checkDurability() {
    if (options.durability() == Durability.PROCESS || isH2()) {
      return;
    }
    String fsync =
        read(
            "read the server's settings",
            handle -> handle.createQuery(Sql.POSTGRES_FSYNC).mapTo(String.class).one());
    if (!fsync.equals("on")) {
      throw new StoreException(
          "The server of %s runs with fsync %s, so nothing there outlives a crash of the machine."
                  .formatted(options.address(), fsync)
              + " Set fsync to on, or choose the durability 'process'.",
          null);
    }
  }

  /** Whether this is H2 in this process, and not a server. */
  boolean isH2() {
    return options.address().isH2();
  }

  /** A connection outside of the transactions; the caller closes it. */
  Connection connection() throws SQLException {
    return border.getConnection();
  }

  /**
   * Brings what is committed to the disk, where that was asked for. H2 hands it to the operating
   * system at the commit; a database server does by itself what it is set up to do.
   */
  void harden() {
    if (isH2() && !options.address().isInMemory() && options.durability() == Durability.MACHINE) {
      with("write to its disk", H2File::sync);
    }
  }

  /**
   * Lets go of connections after a failure, where they would not notice by themselves: H2 closes a
   * file that it could not write to, and opens it again for the next one who asks.
   */
  void reconnect() {
    if (isH2() && !options.address().isInMemory()) {
      pool.getHikariPoolMXBean().softEvictConnections();
    }
  }

  /**
   * Does some work on one connection by plain JDBC.
   *
   * @param doing what is being done, to complete "could not …"
   */
  <T extends @Nullable Object> T with(String doing, ConnectionWork<T> work) {
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
  <T extends @Nullable Object> T transact(String doing, ConnectionWork<T> work) {
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
  <T extends @Nullable Object> T read(String doing, HandleQuery<T> work) {
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
  <T extends @Nullable Object> T write(String doing, HandleQuery<T> work) {
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
  void change(String doing, HandleWork work) {
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
  DatabaseFacts facts() {
    return read(
        "ask the database what it is",
        handle -> {
          DatabaseMetaData about = handle.getConnection().getMetaData();
          long size =
              isH2()
                  ? H2File.size(handle.getConnection())
                  : handle.createQuery(Sql.POSTGRES_SIZE).mapTo(Long.class).one();
          return new DatabaseFacts(
              about.getDatabaseProductName(),
              about.getDatabaseProductVersion(),
              Schema.NEWEST,
              size);
        });
  }

  /** Lets a file give back some of what is dead in it; a server does so itself. */
  void tidy() {
    if (isH2() && !options.address().isInMemory()) {
      with("tidy its file", H2File::tidy);
    }
  }

  /** Gives back, when it is closed, what deleted rows have left empty; a server does so itself. */
  void compactAtClose() {
    compacts = isH2() && !options.address().isInMemory();
  }

  @Override
  public void close() {
    if (compacts) {
      compact();
    }
    pool.close();
    Path file = Connections.ownFile(options);
    if (file != null && compacts) {
      // H2 has put another file in its place.
      PrivateFiles.claimFile(file, note -> LOG.debug("{}", note));
    }
  }

  /** What is stored does not depend on it: a file that is not compacted is only larger. */
  private void compact() {
    try (Connection connection = Connections.h2Owner(options).getConnection();
        Statement shutdown = connection.createStatement()) {
      shutdown.execute(Sql.H2_SHUTDOWN_COMPACT);
    } catch (SQLException e) {
      if (e.getErrorCode() != H2_IS_CLOSED) {
        LOG.warn("The file of {} is not compacted", options.address(), e);
      }
    }
  }

  /** Work on one connection that gives nothing. */
  @FunctionalInterface
  interface HandleWork {
    void on(Handle handle) throws SQLException;
  }

  /** Work on one connection by plain JDBC. */
  @FunctionalInterface
  interface ConnectionWork<T extends @Nullable Object> {
    T on(Connection connection) throws SQLException;
  }

  /** Work on one connection. */
  @FunctionalInterface
  interface HandleQuery<T extends @Nullable Object> {
    T on(Handle handle) throws SQLException;
  }
}
