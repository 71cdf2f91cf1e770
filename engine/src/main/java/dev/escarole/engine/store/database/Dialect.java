package dev.escarole.engine.store.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The differences between databases. A further database is a class that implements this and an
 * entry in {@link Dialects}. Immutable and thread-safe.
 *
 * <p>The store's statements are written for PostgreSQL; another database translates them in its
 * connections if necessary.
 */
public interface Dialect {

  /**
   * Reads an address.
   *
   * @return null if it is an address of another database
   * @throws IllegalArgumentException if the address contains a setting that is not allowed; the
   *     message contains no password
   */
  @Nullable DatabaseAddress read(String address);

  /** The prefixes of addresses of this database, for messages. */
  String beginnings();

  /** The setting for the user in a printed address, with its separator; or empty. */
  String userSetting(DatabaseAddress address);

  /** The possible files of an embedded database, the data file first. */
  default List<Path> files(DatabaseAddress address) {
    return List.of();
  }

  /** Whether only one process can use the database at a time. */
  boolean isExclusive();

  /**
   * Creates the pool of connections.
   *
   * @param config user, password and the settings common to all databases
   * @throws StoreException if the database cannot be opened or is refused
   */
  HikariDataSource open(HikariConfig config, StoreOptions options);

  /**
   * Creates a further pool of {@value #BESIDE} connections to a database that is already open.
   *
   * @param config as in {@link #open}
   */
  HikariDataSource beside(HikariConfig config, StoreOptions options);

  /** Connections of a further pool. */
  int BESIDE = 3;

  /** The schema of the tables, if connections of others do not see it by themselves. */
  default @Nullable String ownSchema() {
    return null;
  }

  /** How a connection says which schemas it sees. */
  SchemaSource.Path schemas();

  /** Connections that may change the schema, not only rows. */
  DataSource owner(StoreOptions options, DataSource pool);

  /**
   * Checks that committed data survives a crash of the machine.
   *
   * @throws StoreException if the database is configured otherwise
   */
  void checkDurability(Database database, StoreOptions options);

  /** Forces committed data to disk, if a commit alone does not. */
  default void harden(Database database, StoreOptions options) {}

  /** Drops connections after a failure, if they would not notice it themselves. */
  default void reconnect(HikariDataSource pool, StoreOptions options) {}

  /** Frees some unused space of a file. */
  default void tidy(Database database, StoreOptions options) {}

  /** Closes the pool. */
  default void close(HikariDataSource pool, StoreOptions options, boolean compact) {
    pool.close();
  }

  /** The size of the database on disk, or in memory if it has no file. */
  long size(Handle handle) throws SQLException;

  /** Shows other engines of the database that this one is alive. */
  Liveness liveness(Database database, String name);

  /**
   * Tells all engines of the database that something waits for one of them, when the transaction
   * commits. Those that did not hear it find it when they look again.
   */
  default void announce(Connection connection, Topic topic) throws SQLException {}

  /**
   * Calls this after each announcement, on a thread of its own, until the result is closed. Does
   * nothing where all engines of the database are in this process, or have no connection to spare.
   */
  default Closing listen(Database database, Consumer<Topic> heard) {
    return () -> {};
  }

  /** Ends something, and waits for that. */
  interface Closing extends AutoCloseable {
    @Override
    void close();
  }

  /** Blocks new engines until the transaction ends, if that takes a lock. */
  default void lockEngines(Handle handle) {}

  /** Whether the failed work may succeed later. */
  boolean isTransient(SQLException failure);

  /** Whether the failure means that the database is being closed. */
  default boolean isClosing(Throwable failure) {
    return false;
  }

  /** The supported databases. */
  final class Dialects {

    static final List<Dialect> ALL = List.of(new PostgresDialect(), new H2Dialect());

    private Dialects() {}

    /** The prefixes of addresses, for messages. */
    static String beginnings() {
      return ALL.stream().map(Dialect::beginnings).collect(Collectors.joining(" or "));
    }
  }
}
