package dev.escarole.engine.store.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.store.database.DatabaseAddress.AddressRules;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.h2.mvstore.MVStoreException;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** H2 in this process, in a file or in memory. */
final class H2Dialect implements Dialect {

  private static final Logger log = LoggerFactory.getLogger(H2Dialect.class);

  private static final String JDBC = "jdbc:h2:";

  private static final List<String> ENDINGS =
      List.of(".mv.db", ".mv.db.newFile", ".mv.db.tempFile", ".trace.db", ".lock.db");

  /**
   * A database in memory or in a file. H2 also has wrappers: {@code retry} reopens the file after
   * an interrupt, {@code rec} reports writes to a listener.
   */
  private static final Pattern PLACE =
      Pattern.compile("mem:[^:]*|(rec:|retry:)?(file:)?([a-zA-Z]:)?[^:]*", Pattern.DOTALL);

  private static final AddressRules RULES =
      new AddressRules(
          "H2",
          Set.of(
              "access_mode_data",
              "auto_compact_fill_rate",
              "cache_size",
              "cache_type",
              "compress",
              "ifexists",
              "max_compact_time",
              "max_memory_rows",
              "query_cache_size",
              "retention_time",
              "reuse_space"));

  /** Closes and compacts the database. */
  private static final String SHUTDOWN_COMPACT = "shutdown compact";

  /** H2's error for a connection after a shutdown. */
  private static final int IS_CLOSED = 90121;

  /**
   * H2's own codes: object or database closed, used by another process, I/O error, connection
   * broken, out of memory, lock timeout, concurrent update.
   */
  private static final Set<Integer> PASSING_CODES =
      Set.of(90007, 90020, 90028, 90031, 90067, 90098, 90108, 90121, 50200, 90131);

  @Override
  public @Nullable DatabaseAddress read(String address) {
    if (!address.startsWith(JDBC)) {
      return null;
    }
    DatabaseAddress plain =
        new DatabaseAddress(this, address, null, null)
            .withoutUser(';', ";", UnaryOperator.identity());
    if (!PLACE.matcher(place(plain)).matches()) {
      throw new IllegalArgumentException(
          "an H2 database must be a file or in memory, such as jdbc:h2:file:/var/lib/runs; servers,"
              + " archives and other file systems of H2 cannot be checked before they are opened");
    }
    RULES.check(plain.settings(';', ";"));
    return plain;
  }

  /** The part of the address that H2 uses as the database's name. */
  private static String place(DatabaseAddress address) {
    return address.url().substring(JDBC.length()).replaceFirst("(?s);.*", "");
  }

  @Override
  public String beginnings() {
    return JDBC;
  }

  @Override
  public String userSetting(DatabaseAddress address) {
    return "";
  }

  @Override
  public List<Path> files(DatabaseAddress address) {
    String place = place(address);
    if (place.startsWith("mem:")) {
      return List.of();
    }
    String path = place.replaceFirst("^([a-zA-Z]{2,}:)+", "");
    String home = System.getProperty("user.home", "");
    String file = path.startsWith("~") ? home + path.substring(1) : path;
    return ENDINGS.stream().map(ending -> Path.of(file + ending)).toList();
  }

  @Override
  public boolean isExclusive() {
    return true;
  }

  @Override
  public HikariDataSource open(HikariConfig config, StoreOptions options) {
    if (isFile(options)) {
      H2Version.checkFile(options.address());
    }
    return H2Connections.open(config, options);
  }

  @Override
  public HikariDataSource beside(HikariConfig config, StoreOptions options) {
    return H2Connections.beside(config, options);
  }

  @Override
  public SchemaSource.Path schemas() {
    return new SchemaSource.Path("select current_schema", "set schema ?");
  }

  @Override
  public DataSource owner(StoreOptions options, DataSource pool) {
    return H2Connections.owner(options);
  }

  /** H2 waits for the disk on request. */
  @Override
  public void checkDurability(Database database, StoreOptions options) {}

  @Override
  public void harden(Database database, StoreOptions options) {
    // A commit passes the data to the operating system.
    if (isFile(options) && options.durability() == Durability.MACHINE) {
      database.with("sync its file to disk", H2File::sync);
    }
  }

  private static boolean isFile(StoreOptions options) {
    return !options.address().files().isEmpty();
  }

  /** H2 closes a file after a failed write and reopens it for the next connection. */
  @Override
  public void reconnect(HikariDataSource pool, StoreOptions options) {
    if (isFile(options)) {
      pool.getHikariPoolMXBean().softEvictConnections();
    }
  }

  @Override
  public void tidy(Database database, StoreOptions options) {
    if (isFile(options)) {
      database.with("tidy its file", H2File::tidy);
    }
  }

  @Override
  public void close(HikariDataSource pool, StoreOptions options, boolean compact) {
    boolean compacts = compact && isFile(options);
    if (compacts) {
      compact(options);
    } else if (isFile(options)) {
      tidyAtClose(pool, options);
    }
    pool.close();
    Path file = H2Connections.ownFile(options);
    if (file != null && compacts) {
      // H2 has replaced the file.
      PrivateFiles.claimFile(file, note -> log.debug("{}", note));
    }
  }

  /** Optional, as below. */
  private static void tidyAtClose(HikariDataSource pool, StoreOptions options) {
    try (Connection connection = pool.getConnection()) {
      H2File.compact(connection);
    } catch (SQLException | MVStoreException e) {
      log.debug("The file of {} could not be tidied", options.address(), e);
    }
  }

  /** Optional: a file that is not compacted is only larger. */
  private static void compact(StoreOptions options) {
    try (Connection connection = H2Connections.owner(options).getConnection();
        Statement shutdown = connection.createStatement()) {
      shutdown.execute(SHUTDOWN_COMPACT);
    } catch (SQLException e) {
      if (e.getErrorCode() != IS_CLOSED) {
        log.warn("The file of {} could not be compacted", options.address(), e);
      }
    }
  }

  @Override
  public long size(Handle handle) throws SQLException {
    return H2File.size(handle.getConnection());
  }

  @Override
  public Liveness liveness(Database database, String name) {
    return new ProcessLiveness(name);
  }

  @Override
  public boolean isTransient(SQLException failure) {
    return PASSING_CODES.contains(failure.getErrorCode());
  }

  /**
   * Whether H2 detected that it is being closed while in use, see {@link H2Connections}. It reopens
   * for the next connection.
   */
  @Override
  public boolean isClosing(Throwable failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return failure instanceof AssertionError
        && trace.length > 0
        && trace[0].getClassName().startsWith("org.h2.");
  }

  /** For a database that only one process can use: a live engine is in this JVM. */
  static final class ProcessLiveness implements Liveness {

    private static final Set<String> HERE = ConcurrentHashMap.newKeySet();

    private final String name;

    ProcessLiveness(String name) {
      this.name = name;
    }

    @Override
    public void show(long engine) {
      HERE.add(name);
    }

    @Override
    public boolean isAlive(Handle handle, long engine, String other, boolean gone) {
      return HERE.contains(other);
    }

    @Override
    public void close(long engine) {
      HERE.remove(name);
    }
  }
}
