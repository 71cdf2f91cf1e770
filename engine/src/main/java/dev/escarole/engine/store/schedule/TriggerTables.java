package dev.escarole.engine.store.schedule;

import com.zaxxer.hikari.HikariDataSource;
import dev.escarole.engine.store.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.quartz.utils.ConnectionProvider;
import org.quartz.utils.DBConnectionManager;

/**
 * The tables of Quartz, with connections of their own, so that neither the engine nor Quartz waits
 * for the other's. Thread-safe.
 */
public final class TriggerTables implements AutoCloseable {

  /** What the names of the tables begin with. */
  public static final String PREFIX = "ESCAROLE_QRTZ_";

  private static final String LOCATION = "dev/escarole/engine/store/database/triggers";

  /** Quartz reserves a trigger before it fires, and writes both in two transactions. */
  private static final String FREE =
      """
      update escarole_qrtz_triggers set trigger_state = 'WAITING'
      where sched_name = :name and trigger_state in ('ACQUIRED', 'BLOCKED')
        and next_fire_time < :before
        and not exists (
          select 1 from escarole_qrtz_fired_triggers fired
          where fired.sched_name = escarole_qrtz_triggers.sched_name
            and fired.trigger_name = escarole_qrtz_triggers.trigger_name
            and fired.trigger_group = escarole_qrtz_triggers.trigger_group)
      """;

  private final Database database;
  private final HikariDataSource pool;

  private final String source = "escarole-" + UUID.randomUUID();

  private TriggerTables(Database database, HikariDataSource pool) {
    this.database = database;
    this.pool = pool;
    DBConnectionManager.getInstance().addConnectionProvider(source, new Connections(pool));
  }

  static TriggerTables open(Database database) {
    database.extend(LOCATION);
    return new TriggerTables(database, database.beside("escarole-triggers"));
  }

  /** The name by which Quartz finds its connections. */
  public String source() {
    return source;
  }

  /** Connections for Quartz alone. */
  public DataSource connections() {
    return pool;
  }

  /** Whether other nodes can use the same triggers. */
  public boolean isShared() {
    return !database.dialect().isExclusive();
  }

  /** A name that is the same for all nodes of a database. */
  public String name() {
    return "escarole-" + Integer.toHexString(database.place().hashCode());
  }

  /**
   * Frees triggers that a node reserved but did not fire.
   *
   * @param before only those that should have fired before this time, in milliseconds
   * @return how many there were
   */
  public int free(long before) {
    return database.<Integer>write(
        "free triggers",
        handle -> handle.createUpdate(FREE).bind("name", name()).bind("before", before).execute());
  }

  @Override
  public void close() {
    // Quartz has no way to forget a source.
    DBConnectionManager.getInstance().addConnectionProvider(source, new Connections(null));
    pool.close();
  }

  /**
   * Hands our connections to Quartz.
   *
   * @param pool null after it was closed
   */
  private record Connections(@Nullable DataSource pool) implements ConnectionProvider {

    @Override
    public Connection getConnection() throws SQLException {
      if (pool == null) {
        throw new SQLException("the tables of triggers are closed");
      }
      return pool.getConnection();
    }

    @Override
    public void shutdown() {
      // The pool is closed with the tables.
    }

    @Override
    public void initialize() {
      // The pool is open.
    }
  }
}
