package dev.escarole.engine.store.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.command.UnsafeFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
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

/** Opens databases of H2, after a look into their files. */
final class H2Connections {

  private static final Logger LOG = LoggerFactory.getLogger(H2Connections.class);

  /**
   * One SQL for both databases; no trace file beside the database; the store itself closes the
   * database, in order, so H2's own hook at the end of the process must not. Without a delay who
   * commits writes the file, and no threads of H2 that could overtake each other.
   */
  private static final String SETTINGS =
      ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;LOCK_TIMEOUT=20000"
          + ";TRACE_LEVEL_FILE=0;DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0";

  /** Those of them that each connection has for itself. */
  private static final String SESSION_SETTINGS = ";DATABASE_TO_LOWER=TRUE;LOCK_TIMEOUT=20000";

  private static final String FILE = "jdbc:h2:file:";

  /**
   * An interrupt of a thread that reads closes its file channel; this file system opens it again.
   */
  private static final String FILE_THAT_REOPENS = "jdbc:h2:retry:file:";

  /** H2's code for a database file that another process holds. */
  private static final int ALREADY_OPEN = 90020;

  private H2Connections() {}

  /** Makes the pool; its connections can read and write rows, and nothing else. */
  static HikariDataSource open(HikariConfig config, StoreOptions options) {
    assertUsage();
    inspect(options);
    // Not by address: that would load the drivers of all other databases, too.
    config.setDataSource(new H2Source(owner(options), url(options) + SESSION_SETTINGS));
    config.setMaximumPoolSize(options.connections());
    // An embedded database lives as long as one connection does.
    config.setMaxLifetime(0);
    config.setIdleTimeout(0);
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
      Class<?> driver = Class.forName("org.h2.Driver", false, H2Connections.class.getClassLoader());
      driver.getClassLoader().setClassAssertionStatus("org.h2.mvstore.MVStore", true);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("BUG: H2 is not on the class path", e);
    }
  }

  private static String url(StoreOptions options) {
    return options.url().replaceFirst("^" + FILE, FILE_THAT_REOPENS);
  }

  /** Connections as the owner of a database, who may change what it consists of. */
  static DataSource owner(StoreOptions options) {
    JdbcDataSource owner = new JdbcDataSource();
    owner.setURL(url(options) + SETTINGS);
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
    return options.url().startsWith(FILE) ? options.address().files().get(0) : null;
  }

  /** Whether the file was one without a header, and is empty now. */
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
