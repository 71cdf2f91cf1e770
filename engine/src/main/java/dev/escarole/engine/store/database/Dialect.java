package dev.escarole.engine.store.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Everything in which one database differs from another; the rest of the store is the same for all.
 * A further database is a class that implements this, and its place in {@link Dialects}. Immutable
 * and thread-safe.
 *
 * <p>The statements of the store are the same, too. They are written for PostgreSQL; a database
 * that says some of them differently translates them in the connections that it hands out.
 */
public interface Dialect {

  /**
   * Reads an address.
   *
   * @return null if it is the address of another database
   * @throws IllegalArgumentException if the address says more than it may; the message holds no
   *     password
   */
  @Nullable DatabaseAddress read(String address);

  /** How addresses of this database begin, for people. */
  String beginnings();

  /** The setting that names the user in an address for people, with its separator; or nothing. */
  String userSetting(DatabaseAddress address);

  /** The files that an embedded database may have, the one with the data first. */
  default List<Path> files(DatabaseAddress address) {
    return List.of();
  }

  /**
   * Whether one process has the database to itself. Then no other can make the tables at the same
   * time, and an engine of another process cannot be alive.
   */
  boolean isExclusive();

  /**
   * Makes the pool of connections.
   *
   * @param config holds user, password and what all databases have in common
   * @throws StoreException if the database cannot be opened or must not be
   */
  HikariDataSource open(HikariConfig config, StoreOptions options);

  /** Connections that may change tables, not only rows. */
  DataSource owner(StoreOptions options, DataSource pool);

  /**
   * Makes sure that what is committed outlives a crash of the machine.
   *
   * @throws StoreException if the database is set up otherwise
   */
  void checkDurability(Database database, StoreOptions options);

  /** Brings what is committed to the disk, where a commit alone does not. */
  default void harden(Database database, StoreOptions options) {}

  /** Lets go of connections after a failure, where they would not notice it by themselves. */
  default void reconnect(HikariDataSource pool, StoreOptions options) {}

  /** Lets a file give back a little of what is dead in it. */
  default void tidy(Database database, StoreOptions options) {}

  /** Closes the pool. */
  default void close(HikariDataSource pool, StoreOptions options, boolean compact) {
    pool.close();
  }

  /** Bytes that the database takes on disk, or in memory if it has no file. */
  long size(Handle handle) throws SQLException;

  /** Shows other engines of the database that the one of this name lives. */
  Liveness liveness(Database database, String name);

  /** Keeps new engines out for as long as the transaction lasts, where that takes a lock. */
  default void lockEngines(Handle handle) {}

  /** Whether the work that failed so may succeed when the database has come back. */
  boolean isPassing(SQLException failure);

  /** Whether this is no mistake of ours, but says that the database is being closed. */
  default boolean isClosing(Throwable failure) {
    return false;
  }
}
