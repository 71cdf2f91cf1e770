package dev.escarole.engine.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.flywaydb.core.api.FlywayException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/** The connections to the database, with the schema brought up to date. Thread-safe. */
final class Database implements AutoCloseable {

  /**
   * One SQL for both databases; no trace file beside the database; the store itself closes the
   * database, in order, so H2's own hook at the end of the process must not.
   */
  private static final String H2_SETTINGS =
      ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;LOCK_TIMEOUT=20000"
          + ";TRACE_LEVEL_FILE=0;DB_CLOSE_ON_EXIT=FALSE";

  private static final String H2_FILE = "jdbc:h2:file:";

  /**
   * An interrupt of a thread that reads closes its file channel; this file system opens it again.
   */
  private static final String H2_FILE_THAT_REOPENS = "jdbc:h2:retry:file:";

  /** H2's code for a database file that another process holds. */
  private static final int H2_ALREADY_OPEN = 90020;

  private final HikariDataSource pool;
  private final Jdbi jdbi;

  /** Whether what is committed may stay in this process for a while. */
  private final boolean writesLate;

  private Database(HikariDataSource pool, Jdbi jdbi, boolean writesLate) {
    this.pool = pool;
    this.jdbi = jdbi;
    this.writesLate = writesLate;
  }

  /**
   * Connects and migrates.
   *
   * @param border wraps the connections that the store uses after the migration
   */
  static Database open(StoreOptions options, UnaryOperator<DataSource> border) {
    HikariDataSource pool = connect(options);
    try {
      Schema.bringUpToDate(pool);
      return new Database(pool, Jdbi.create(border.apply(pool)), isH2(options));
    } catch (FlywayException e) {
      pool.close();
      throw new StoreException(
          "The database %s could not be brought to this version's schema. If a newer version of"
                  .formatted(options.url())
              + " Escarole has used it, use that version; its data were not changed.",
          e);
    }
  }

  private static HikariDataSource connect(StoreOptions options) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("escarole-store");
    config.setJdbcUrl(jdbcUrl(options));
    config.setMaximumPoolSize(options.connections());
    config.setMinimumIdle(1);
    if (isH2(options)) {
      // An embedded database lives as long as one connection does.
      config.setMaxLifetime(0);
      config.setIdleTimeout(0);
    }
    try {
      return new HikariDataSource(config);
    } catch (RuntimeException e) {
      throw cannotOpen(options, e);
    }
  }

  private static String jdbcUrl(StoreOptions options) {
    if (!isH2(options)) {
      return options.url();
    }
    return options.url().replaceFirst("^" + H2_FILE, H2_FILE_THAT_REOPENS) + H2_SETTINGS;
  }

  private static StoreException cannotOpen(StoreOptions options, RuntimeException cause) {
    if (isInUse(cause)) {
      return new StoreException(
          "The database %s is in use by another process. Stop that process, or give this one"
                  .formatted(options.url())
              + " another data directory.",
          cause);
    }
    return new StoreException(
        "The database %s cannot be opened: %s. Check the address and that this user may use it."
            .formatted(options.url(), cause.getMessage()),
        cause);
  }

  private static boolean isInUse(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof SQLException && ((SQLException) t).getErrorCode() == H2_ALREADY_OPEN) {
        return true;
      }
    }
    return false;
  }

  private static boolean isH2(StoreOptions options) {
    return options.url().startsWith("jdbc:h2:");
  }

  /**
   * Hands everything that is committed to the operating system, so that it outlives this process.
   * H2 does so by itself within half a second; a database server has done it at the commit.
   */
  void harden() {
    if (writesLate) {
      read("write to its file", handle -> handle.execute(Sql.H2_CHECKPOINT));
    }
  }

  /**
   * Does some work on one connection.
   *
   * @param doing what is being done, to complete "could not …"
   */
  <T extends @Nullable Object> T read(String doing, HandleCallback<T, RuntimeException> work) {
    boolean interrupted = Thread.interrupted();
    try {
      return jdbi.withHandle(work);
    } catch (JdbiException e) {
      throw failed(doing, e);
    } finally {
      restore(interrupted);
    }
  }

  /** Does some work in one transaction. */
  void write(String doing, HandleWork work) {
    boolean interrupted = Thread.interrupted();
    try {
      jdbi.useTransaction(work::on);
    } catch (JdbiException e) {
      throw failed(doing, e);
    } finally {
      restore(interrupted);
    }
  }

  /** Work on the database is short and is always finished; the interrupt counts after it. */
  private static void restore(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static StoreException failed(String doing, JdbiException cause) {
    return new StoreException(
        "The store could not %s: %s. Check that the database can be reached and has room, then try"
                .formatted(doing, cause.getMessage())
            + " again; nothing was changed.",
        cause);
  }

  @Override
  public void close() {
    pool.close();
  }

  /** Work on one connection. */
  @FunctionalInterface
  interface HandleWork {
    void on(Handle handle);
  }
}
