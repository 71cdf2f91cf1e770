package dev.escarole.engine.store.journal;

import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.Liveness;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.outbox.Outbox;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registration of this engine in the database. Thread-safe.
 *
 * <p>An engine has a row from its first write on. Whether it is alive is shown through {@link
 * Liveness}.
 */
public final class Presence implements AutoCloseable, Outbox.Owners {

  private static final Logger log = LoggerFactory.getLogger(Presence.class);

  private static final String HOST = host();

  private final Database database;
  private final InstantSource clock;
  private final Liveness liveness;

  /** Process id, host and a random part. */
  private final String name =
      ProcessHandle.current().pid()
          + "@"
          + HOST
          + "/"
          + UUID.randomUUID().toString().substring(0, 8);

  /** Guarded by this. */
  private @Nullable Long number;

  public Presence(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
    this.liveness = database.dialect().liveness(database, name);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      log.debug("This host has no name", e);
      return "localhost";
    }
  }

  /** Returns this engine's number; the first call writes its row. */
  @Override
  public synchronized long number() {
    if (number == null) {
      long entered =
          database.<Long>transact(
              "register this engine",
              connection -> {
                try (Batch engine = Batch.withKey(connection, JournalSql.INSERT_ENGINE);
                    Batch heartbeat = Batch.of(connection, JournalSql.INSERT_HEARTBEAT)) {
                  // The first number of removals differs from that of an earlier registration.
                  long now = clock.instant().toEpochMilli();
                  long key = engine.text(name).number(now).number(now).key();
                  heartbeat.number(key).run();
                  return key;
                }
              });
      // Every group locks this row, so it must survive a file that cannot be written.
      database.harden();
      number = entered;
    }
    liveness.show(number);
    return number;
  }

  /** Shows again that this engine is alive, if its session was lost. */
  public synchronized void renew() {
    if (number == null) {
      return;
    }
    liveness.check();
    liveness.show(number);
  }

  /** Whether this engine has a row. */
  public synchronized boolean isRegistered() {
    return number != null;
  }

  /** The engine's process and host, with a random part. */
  public String name() {
    return name;
  }

  /**
   * Reports that this engine is alive. If its row was deleted because it was silent for very long,
   * it gets another one at its next write.
   *
   * @param report JSON about this engine, for the others to show
   */
  public synchronized void beat(String report) {
    if (number == null) {
      return;
    }
    long own = number;
    if (!liveness.beat(own, report)) {
      liveness.close(own);
      number = null;
    }
  }

  /** Returns whether the engine with this number and name is alive. */
  @Override
  public boolean isAlive(Handle handle, long other, String otherName) {
    synchronized (this) {
      if (number != null && number == other) {
        return true;
      }
    }
    return liveness.isAlive(handle, other, otherName, hasEndedHere(otherName));
  }

  /** Whether a process with such a name would be on this machine, and is not. */
  private static boolean hasEndedHere(String name) {
    int at = name.indexOf('@');
    int end = name.lastIndexOf('/');
    if (at < 1 || end < at || !name.substring(at + 1, end).equals(HOST)) {
      return false;
    }
    try {
      return ProcessHandle.of(Long.parseLong(name.substring(0, at))).isEmpty();
    } catch (NumberFormatException e) {
      return false;
    }
  }

  @Override
  public synchronized void close() {
    if (number == null) {
      return;
    }
    long own = number;
    try {
      database.<Integer>with(
          "unregister this engine",
          connection -> {
            try (Batch left = Batch.of(connection, JournalSql.LEAVE);
                Batch engine = Batch.of(connection, JournalSql.DELETE_ENGINE);
                Batch heartbeat = Batch.of(connection, JournalSql.DELETE_HEARTBEAT)) {
              left.number(own).run();
              engine.number(own).number(own).run();
              return heartbeat.number(own).number(own).change();
            }
          });
    } catch (StoreException e) {
      log.warn("This engine's row stays in the database, which is harmless: {}", e.getMessage());
    } finally {
      liveness.close(own);
    }
  }
}
