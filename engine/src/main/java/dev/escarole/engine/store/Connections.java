package dev.escarole.engine.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.command.UnsafeFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.MVStoreTool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the pool of connections as each database likes it. */
final class Connections {

  private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

  /**
   * One SQL for both databases; no trace file beside the database; the store itself closes the
   * database, in order, so H2's own hook at the end of the process must not. Without a delay who
   * commits writes the file, and no threads of H2 that could overtake each other.
   */
  private static final String H2_SETTINGS =
      ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;LOCK_TIMEOUT=20000"
          + ";TRACE_LEVEL_FILE=0;DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0";

  /** Those of them that each connection has for itself. */
  private static final String H2_SESSION_SETTINGS = ";DATABASE_TO_LOWER=TRUE;LOCK_TIMEOUT=20000";

  private static final String H2_FILE = "jdbc:h2:file:";

  /**
   * An interrupt of a thread that reads closes its file channel; this file system opens it again.
   */
  private static final String H2_FILE_THAT_REOPENS = "jdbc:h2:retry:file:";

  /** H2's code for a database file that another process holds. */
  private static final int H2_ALREADY_OPEN = 90020;

  /** How long a reader waits for a database that is away before it is told so. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private Connections() {}

  static HikariDataSource open(StoreOptions options) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("escarole-store");
    config.setMinimumIdle(1);
    config.setConnectionTimeout(PATIENCE.toMillis());
    config.setUsername(options.address().user());
    config.setPassword(options.address().password());
    if (options.address().isH2()) {
      h2(config, options);
    } else {
      postgres(config, options);
    }
    try {
      return pool(config, options);
    } catch (RuntimeException e) {
      throw cannotOpen(options, e);
    }
  }

  private static HikariDataSource pool(HikariConfig config, StoreOptions options) {
    try {
      return new HikariDataSource(config);
    } catch (RuntimeException e) {
      if (isInUse(e) || !emptied(options)) {
        throw e;
      }
      return new HikariDataSource(config);
    }
  }

  /**
   * Has H2 check itself where it would otherwise turn in a circle for ever: who begins a statement
   * in a database that a failed write is just closing may find a count of users that never gets
   * right again. H2 knows, and says so as an assertion. Without effect where somebody else has
   * loaded that class before.
   */
  private static void assertUsage() {
    try {
      Class<?> driver = Class.forName("org.h2.Driver", false, Connections.class.getClassLoader());
      driver.getClassLoader().setClassAssertionStatus("org.h2.mvstore.MVStore", true);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("BUG: H2 is not on the class path", e);
    }
  }

  private static void h2(HikariConfig config, StoreOptions options) {
    assertUsage();
    inspect(options);
    // Not by address: that would load the drivers of all other databases, too.
    config.setDataSource(new H2Source(h2Owner(options), h2Url(options) + H2_SESSION_SETTINGS));
    config.setMaximumPoolSize(options.connections());
    // An embedded database lives as long as one connection does.
    config.setMaxLifetime(0);
    config.setIdleTimeout(0);
  }

  private static String h2Url(StoreOptions options) {
    return options.url().replaceFirst("^" + H2_FILE, H2_FILE_THAT_REOPENS);
  }

  /** Connections as the owner of a database of H2, who may change what it consists of. */
  static DataSource h2Owner(StoreOptions options) {
    JdbcDataSource owner = new JdbcDataSource();
    owner.setURL(h2Url(options) + H2_SETTINGS);
    owner.setUser(Objects.requireNonNullElse(options.address().user(), ""));
    owner.setPassword(Objects.requireNonNullElse(options.address().password(), ""));
    return owner;
  }

  /**
   * Refuses a file with content that could run code when H2 opens it.
   *
   * @throws StoreException if there is such content, or the file cannot be read
   */
  private static void inspect(StoreOptions options) {
    makePrivate(options);
    Optional<String> problem;
    try {
      problem = FileInspection.problem(options.url());
    } catch (MVStoreException e) {
      if (emptied(options)) {
        return;
      }
      throw cannotOpen(options, e);
    }
    if (problem.isPresent()) {
      throw new StoreException(
          "The database %s is refused: it holds %s. Escarole makes nothing of the kind, so somebody"
                  .formatted(options.address(), problem.get())
              + " else has changed this file; opening it could run code. Move it away and start with"
              + " a new one, or bring back a copy that you trust.",
          null);
    }
  }

  /** H2 would make the file by the mask of the process. */
  private static void makePrivate(StoreOptions options) {
    Path file = ownFile(options);
    if (file == null) {
      return;
    }
    try {
      PrivateFiles.createDirectories(file.toAbsolutePath().resolveSibling(""));
      // What a compaction left under another name would be thrown away for an empty file.
      MVStoreTool.compactCleanUp(file.toString());
      PrivateFiles.createFile(file);
      PrivateFiles.claimFile(file, LOG::warn);
    } catch (IOException | UnsafeFileException e) {
      throw new StoreException(
          "The database %s cannot be used: %s".formatted(options.address(), e.getMessage()), e);
    }
  }

  /** The file of a database that is plainly one, without wrappers of H2. */
  static @Nullable Path ownFile(StoreOptions options) {
    return options.url().startsWith(H2_FILE)
        ? options.address().file().map(path -> Path.of(path + ".mv.db")).orElse(null)
        : null;
  }

  /** Whether the file was one without a header, and is empty now. */
  private static boolean emptied(StoreOptions options) {
    Path file = ownFile(options);
    return file != null && H2File.emptyWithoutHeader(file);
  }

  private static void postgres(HikariConfig config, StoreOptions options) {
    config.setJdbcUrl(options.url());
    // One more, which holds the lock that shows that this engine lives.
    config.setMaximumPoolSize(options.connections() + 1);
    config.addDataSourceProperty("ApplicationName", "escarole");
    config.addDataSourceProperty("reWriteBatchedInserts", "true");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    if (options.durability() == Durability.MACHINE) {
      config.setConnectionInitSql("set synchronous_commit = on");
    }
  }

  /** A connection to an H2 database in memory that nobody else knows, with the usual settings. */
  static Connection scratch() throws SQLException {
    JdbcDataSource source = new JdbcDataSource();
    source.setURL("jdbc:h2:mem:" + H2_SETTINGS);
    return source.getConnection();
  }

  private static StoreException cannotOpen(StoreOptions options, RuntimeException cause) {
    if (isInUse(cause)) {
      return new StoreException(
          "The database %s is in use by another process. Stop that process, or give this one"
                  .formatted(options.address())
              + " another data directory.",
          cause);
    }
    return new StoreException(
        "The database %s cannot be opened: %s. Check the address and that this user may use it."
            .formatted(options.address(), cause.getMessage()),
        cause);
  }

  private static boolean isInUse(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof SQLException && ((SQLException) t).getErrorCode() == H2_ALREADY_OPEN) {
        return true;
      }
      if (t instanceof MVStoreException e && e.getErrorCode() == DataUtils.ERROR_FILE_LOCKED) {
        return true;
      }
    }
    return false;
  }
}
