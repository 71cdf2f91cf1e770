package dev.escarole.engine.store.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.command.UnsafeFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
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

/** Opens H2 databases after inspecting their files. */
final class H2Connections {

  private static final Logger LOG = LoggerFactory.getLogger(H2Connections.class);

  /**
   * PostgreSQL mode; no trace file; no shutdown hook, because the store closes the database itself.
   * Without a write delay, the committing thread writes the file, and H2 needs no background
   * threads.
   */
  private static final String SETTINGS =
      ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;LOCK_TIMEOUT=20000"
          + ";TRACE_LEVEL_FILE=0;DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0";

  private static final String COMPACTION = "MAX_COMPACT_TIME";

  /** The settings that apply to each connection. */
  private static final String SESSION_SETTINGS = ";DATABASE_TO_LOWER=TRUE;LOCK_TIMEOUT=20000";

  private static final String FILE = "jdbc:h2:file:";

  /** Interrupting a reading thread closes its file channel; this file system reopens it. */
  private static final String FILE_THAT_REOPENS = "jdbc:h2:retry:file:";

  /** H2's code for a database file that another process holds. */
  private static final int ALREADY_OPEN = 90020;

  private H2Connections() {}

  /** Creates the pool; its connections can only read and write rows. */
  static HikariDataSource open(HikariConfig config, StoreOptions options) {
    assertUsage();
    inspect(options);
    configure(config, options, options.connections());
    try {
      return pool(config, options);
    } catch (RuntimeException e) {
      throw cannotOpen(options, e);
    }
  }

  private static void configure(HikariConfig config, StoreOptions options, int connections) {
    // Not by address: that would also load the drivers of all other databases.
    config.setDataSource(new H2Source(owner(options), url(options) + SESSION_SETTINGS));
    config.setMaximumPoolSize(connections);
    // An embedded database is open as long as one connection is.
    config.setMaxLifetime(0);
    config.setIdleTimeout(0);
  }

  /** A further pool; the file was inspected when it was opened. */
  static HikariDataSource beside(HikariConfig config, StoreOptions options) {
    configure(config, options, Dialect.BESIDE);
    return new HikariDataSource(config);
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
   * Enables an assertion in H2 that prevents an endless loop: a statement that starts while a
   * failed write closes the database can see a wrong count of users forever. No effect if the class
   * is already loaded.
   */
  private static void assertUsage() {
    try {
      Class<?> driver = Class.forName("org.h2.Driver", false, H2Connections.class.getClassLoader());
      driver.getClassLoader().setClassAssertionStatus("org.h2.mvstore.MVStore", true);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("BUG: H2 is not on the class path", e);
    }
  }

  private static String url(StoreOptions options) {
    return options.url().replaceFirst("^" + FILE, FILE_THAT_REOPENS);
  }

  /**
   * H2 would compact its file for up to 200 ms whenever it is closed, longer than a short run
   * takes; {@link H2File#compact} does so only if it pays.
   */
  private static String compaction(StoreOptions options) {
    boolean isChosen =
        options.address().settings(';', ";").stream()
            .anyMatch(setting -> setting.toUpperCase(Locale.ROOT).startsWith(COMPACTION));
    return isChosen ? "" : ";" + COMPACTION + "=0";
  }

  /** Connections as the owner of a database, who may change its schema. */
  static DataSource owner(StoreOptions options) {
    JdbcDataSource owner = new JdbcDataSource();
    owner.setURL(url(options) + SETTINGS + compaction(options));
    owner.setUser(Objects.requireNonNullElse(options.address().user(), ""));
    owner.setPassword(Objects.requireNonNullElse(options.address().password(), ""));
    return owner;
  }

  /**
   * Refuses a file whose contents could run code when H2 opens it.
   *
   * @throws StoreException if there are such contents, or the file cannot be read
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
          "The database %s is refused: it contains %s. Escarole never creates that, so"
                  .formatted(options.address(), problem.get())
              + " something else has changed this file; opening it could run code. Move it away and"
              + " start with a new one, or restore a trusted copy.",
          null);
    }
  }

  /** H2 would create the file with the permissions of the process's umask. */
  private static void makePrivate(StoreOptions options) {
    Path file = ownFile(options);
    if (file == null) {
      return;
    }
    try {
      PrivateFiles.createDirectories(file.toAbsolutePath().resolveSibling(""));
      // An empty file would replace the result of an interrupted compaction.
      MVStoreTool.compactCleanUp(file.toString());
      PrivateFiles.createFile(file);
      PrivateFiles.claimFile(file, LOG::warn);
    } catch (IOException | UnsafeFileException e) {
      throw new StoreException(
          "The database %s cannot be used: %s".formatted(options.address(), e.getMessage()), e);
    }
  }

  /** The file of a database without H2's file system wrappers. */
  static @Nullable Path ownFile(StoreOptions options) {
    return options.url().startsWith(FILE) ? options.address().files().get(0) : null;
  }

  /** Whether the file had no complete header and was emptied. */
  private static boolean emptied(StoreOptions options) {
    Path file = ownFile(options);
    return file != null && H2File.emptyWithoutHeader(file);
  }

  private static StoreException cannotOpen(StoreOptions options, RuntimeException cause) {
    return isInUse(cause)
        ? StoreException.inUse(options.address(), cause)
        : StoreException.cannotOpen(options.address(), cause);
  }

  private static boolean isInUse(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof SQLException && ((SQLException) t).getErrorCode() == ALREADY_OPEN) {
        return true;
      }
      if (t instanceof MVStoreException e && e.getErrorCode() == DataUtils.ERROR_FILE_LOCKED) {
        return true;
      }
    }
    return false;
  }
}
