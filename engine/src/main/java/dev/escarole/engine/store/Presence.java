package dev.escarole.engine.store;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This engine among those that write to the database. Thread-safe.
 *
 * <p>An engine has a row from its first write on. That it lives is shown on PostgreSQL by a lock
 * that its session holds, which the server takes away with the session; on H2, which one process
 * has to itself, by a set in this JVM.
 */
final class Presence implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Presence.class);

  private static final int VALID_SECONDS = 5;

  /** Names of the engines of this JVM that use H2. */
  private static final Set<String> HERE = ConcurrentHashMap.newKeySet();

  private final Database database;
  private final InstantSource clock;

  /** Process and host, as JVMs name themselves, and a random part. */
  private final String name =
      ProcessHandle.current().pid()
          + "@"
          + host()
          + "/"
          + UUID.randomUUID().toString().substring(0, 8);

  // What follows is guarded by this.

  private @Nullable Long number;

  /** Holds the lock; null on H2, and before the first write. */
  private @Nullable Connection session;

  Presence(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      log.debug("This host has no name", e);
      return "localhost";
    }
  }

  /** This engine's number; its row is written when it is first asked for. */
  synchronized long number() {
    if (number == null) {
      long entered =
          database.<Long>transact(
              "enter this engine",
              connection -> {
                try (Batch engine = Batch.withKey(connection, Sql.INSERT_ENGINE)) {
                  return engine.text(name).number(clock.instant().toEpochMilli()).key();
                }
              });
      // Every group locks this row; so it must not get lost with a file that cannot be written.
      database.harden();
      number = entered;
    }
    show(number);
    return number;
  }

  /** Shows that this engine lives, unless that is so. */
  private void show(long own) {
    if (database.isH2()) {
      HERE.add(name);
    } else if (session == null) {
      session = lockedSession(own);
    }
  }

  private Connection lockedSession(long own) {
    try {
      Connection connection = database.connection();
      try (Batch lock = Batch.of(connection, ordered(Sql.POSTGRES_TAKE_LOCK))) {
        lock.number(own).run();
      }
      return connection;
    } catch (SQLException e) {
      throw new StoreException(
          "The store could not show that this engine lives: %s. Check that the database can be"
                  .formatted(e.getMessage())
              + " reached.",
          e);
    }
  }

  private static String ordered(String sql) {
    return sql.replace(":number", "?");
  }

  /** Shows again that this engine lives, if its session was lost with the server's connections. */
  synchronized void renew() {
    if (number == null) {
      return;
    }
    try {
      if (session != null && !session.isValid(VALID_SECONDS)) {
        session.close();
        session = null;
      }
    } catch (SQLException e) {
      log.debug("The lost session could not be closed", e);
      session = null;
    }
    show(number);
  }

  /** Whether the engine with this number and name is one that lives. */
  boolean isAlive(Handle handle, long other, String otherName) {
    if (database.isH2()) {
      return HERE.contains(otherName);
    }
    synchronized (this) {
      if (number != null && number == other) {
        return true;
      }
    }
    boolean free = answer(handle, Sql.POSTGRES_TAKE_LOCK, other);
    if (free) {
      answer(handle, Sql.POSTGRES_LEAVE_LOCK, other);
    }
    return !free || answer(handle, Sql.POSTGRES_MAY_RETURN, other);
  }

  private static boolean answer(Handle handle, String sql, long number) {
    return handle.createQuery(sql).bind("number", number).mapTo(Boolean.class).one();
  }

  @Override
  public synchronized void close() {
    HERE.remove(name);
    try {
      if (number != null) {
        long own = number;
        database.<Integer>with(
            "take this engine out",
            connection -> {
              try (Batch engine = Batch.of(connection, Sql.DELETE_ENGINE)) {
                return engine.number(own).number(own).change();
              }
            });
      }
      if (session != null && number != null) {
        // The pool may keep the session for a while, and the server the lock with it.
        try (Batch lock = Batch.of(session, ordered(Sql.POSTGRES_LEAVE_LOCK))) {
          lock.number(number.longValue()).run();
        }
        session.close();
      }
    } catch (StoreException | SQLException e) {
      log.warn("This engine's row stays in the database; it does no harm: {}", e.getMessage());
    }
  }
}
