package dev.escarole.engine.store.database;

import java.sql.Connection;
import java.sql.SQLException;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An engine's session holds an advisory lock, which the server releases with the session, and the
 * engine reports every few seconds. The lock tells soon that a process has ended; the reports tell
 * that one is frozen or cut off, whose session the server may keep for hours.
 */
final class PostgresLiveness implements Liveness {

  private static final Logger log = LoggerFactory.getLogger(PostgresLiveness.class);

  private static final int VALID_SECONDS = 5;

  /** An engine that has not reported for so long is dead, whatever its session says. */
  static final long STALE_MILLIS = 8_000;

  /** How long an engine whose session was cut has to open another one. */
  static final long GRACE_MILLIS = 5_000;

  /** The first key separates schemas. */
  private static final String TAKE_LOCK =
      "select case when pg_try_advisory_lock(hashtext('escarole ' || current_schema()),"
          + " cast(? as int)) then 1 else 0 end";

  private static final String LEAVE_LOCK =
      "select pg_advisory_unlock(hashtext('escarole ' || current_schema()), cast(? as int))";

  /**
   * Looks at the lock without taking it: an engine that took it for a moment would keep the other
   * from it. After a restart of the server, engines that it knew have 15 seconds to come back.
   */
  private static final String IS_ALIVE =
      """
      with known as (
        select seen_at_ms > 0 as here, engine.started_at_ms,
          extract(epoch from clock_timestamp()) * 1000 - seen_at_ms as age,
          exists (select 1 from pg_locks
            where locktype = 'advisory' and granted and objsubid = 2
              and database = (select oid from pg_database where datname = current_database())
              and classid = cast(cast(hashtext('escarole ' || current_schema()) as bigint)
                & 4294967295 as oid)
              and objid = cast(cast(engine.number as bigint) as oid)) as shown
        from engine join heartbeat on engine_number = engine.number
        where engine.number = :number)
      select exists (select 1 from known where here and (
        (shown and age < :stale)
        or age < :grace
        or (now() < pg_postmaster_start_time() + interval '15 seconds'
          and started_at_ms < extract(epoch from pg_postmaster_start_time()) * 1000)))
      """;

  private static final String BEAT =
      """
      update heartbeat
      set seen_at_ms = cast(extract(epoch from clock_timestamp()) * 1000 as bigint), report = ?
      where engine_number = ?
      """;

  private final Database database;
  private @Nullable Connection session;

  PostgresLiveness(Database database) {
    this.database = database;
  }

  @Override
  public void show(long engine) {
    if (session != null) {
      return;
    }
    try {
      Connection connection = database.connection();
      // A connection that was cut without a word must be noticed before this engine seems dead.
      connection.setNetworkTimeout(Runnable::run, (int) GRACE_MILLIS);
      boolean taken = false;
      try (Batch lock = Batch.of(connection, TAKE_LOCK)) {
        taken = lock.number(engine).answer().orElse(0) == 1;
      } finally {
        if (!taken) {
          connection.close();
        }
      }
      if (taken) {
        session = connection;
      } else {
        log.debug("The server has not noticed yet that the session of this engine was cut");
      }
    } catch (SQLException e) {
      throw new StoreException(
          "The store could not register this engine as alive: %s. Check that the database is"
                  .formatted(e.getMessage())
              + " reachable.",
          e);
    }
  }

  /** On the session itself: one of the pool may be long in coming. */
  @Override
  public boolean beat(long engine, String report) {
    show(engine);
    Connection held = session;
    try {
      if (held != null) {
        return beat(held, engine, report);
      }
      try (Connection other = database.connection()) {
        return beat(other, engine, report);
      }
    } catch (SQLException e) {
      drop();
      throw new StoreException(
          "This engine could not report that it is alive: %s".formatted(e.getMessage()), e);
    }
  }

  private static boolean beat(Connection connection, long engine, String report)
      throws SQLException {
    try (Batch beat = Batch.of(connection, BEAT)) {
      return beat.text(report).number(engine).change() > 0;
    }
  }

  @Override
  public void check() {
    try {
      if (session != null && !session.isValid(VALID_SECONDS)) {
        drop();
      }
    } catch (SQLException e) {
      drop();
    }
  }

  private void drop() {
    try {
      if (session != null) {
        session.close();
      }
    } catch (SQLException e) {
      log.debug("The lost session could not be closed", e);
    }
    session = null;
  }

  @Override
  public boolean isAlive(Handle handle, long engine, String name, boolean gone) {
    return handle
        .createQuery(IS_ALIVE)
        .bind("number", engine)
        .bind("stale", STALE_MILLIS)
        .bind("grace", gone ? 0 : GRACE_MILLIS)
        .mapTo(Boolean.class)
        .one();
  }

  @Override
  public void close(long engine) {
    if (session == null) {
      return;
    }
    // The pool may keep the session, and with it the lock, for a while.
    try (Connection held = session;
        Batch lock = Batch.of(held, LEAVE_LOCK)) {
      lock.number(engine).run();
    } catch (SQLException e) {
      log.debug("The session of this engine could not be closed; the pool closes it", e);
    }
    session = null;
  }
}
