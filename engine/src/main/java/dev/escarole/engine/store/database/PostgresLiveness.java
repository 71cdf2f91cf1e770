package dev.escarole.engine.store.database;

import java.sql.Connection;
import java.sql.SQLException;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An engine's session holds an advisory lock, which the server releases with the session. */
final class PostgresLiveness implements Liveness {

  private static final Logger log = LoggerFactory.getLogger(PostgresLiveness.class);

  private static final int VALID_SECONDS = 5;

  /** The first key separates schemas. */
  private static final String TAKE_LOCK =
      "select pg_try_advisory_lock(hashtext('escarole ' || current_schema()), cast(:number as"
          + " int))";

  private static final String LEAVE_LOCK =
      "select pg_advisory_unlock(hashtext('escarole ' || current_schema()), cast(:number as int))";

  /** Whether the server was restarted so recently that the engine may not have reconnected yet. */
  private static final String MAY_RETURN =
      """
      select now() < pg_postmaster_start_time() + interval '15 seconds'
        and exists (select 1 from engine where number = :number
          and started_at_ms < extract(epoch from pg_postmaster_start_time()) * 1000)
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
      try (Batch lock = Batch.of(connection, ordered(TAKE_LOCK))) {
        lock.number(engine).run();
      }
      session = connection;
    } catch (SQLException e) {
      throw new StoreException(
          "The store could not register this engine as alive: %s. Check that the database is"
                  .formatted(e.getMessage())
              + " reachable.",
          e);
    }
  }

  private static String ordered(String sql) {
    return sql.replace(":number", "?");
  }

  @Override
  public void check() {
    try {
      if (session != null && !session.isValid(VALID_SECONDS)) {
        session.close();
        session = null;
      }
    } catch (SQLException e) {
      log.debug("The lost session could not be closed", e);
      session = null;
    }
  }

  @Override
  public boolean isAlive(Handle handle, long engine, String name) {
    boolean free = answer(handle, TAKE_LOCK, engine);
    if (free) {
      answer(handle, LEAVE_LOCK, engine);
    }
    return !free || answer(handle, MAY_RETURN, engine);
  }

  private static boolean answer(Handle handle, String sql, long number) {
    return handle.createQuery(sql).bind("number", number).mapTo(Boolean.class).one();
  }

  @Override
  public void close(long engine) {
    if (session == null) {
      return;
    }
    // The pool may keep the session, and with it the lock, for a while.
    try (Connection held = session;
        Batch lock = Batch.of(held, ordered(LEAVE_LOCK))) {
      lock.number(engine).run();
    } catch (SQLException e) {
      log.debug("The session of this engine could not be closed; the pool closes it", e);
    }
    session = null;
  }
}
