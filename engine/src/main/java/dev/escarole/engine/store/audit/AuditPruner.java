package dev.escarole.engine.store.audit;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;

/**
 * Keeps a table of the audit within its bounds: the oldest entries go first, a batch in each
 * transaction. Entries of one millisecond go together. Confined to the thread that writes the
 * audit.
 */
final class AuditPruner {

  static final int BATCH = 10_000;

  /** Rows that may be written before the next look, and between counts of what there is. */
  private static final long LOOK_EVERY = 5_000;

  private static final long COUNT_EVERY = 100_000;
  private static final long UNKNOWN = -1;

  private final AuditTable<?> table;
  private final AuditBounds bounds;
  private final InstantSource clock;
  private long rows = UNKNOWN;
  private long sinceLook = LOOK_EVERY;
  private long sinceCount;

  AuditPruner(AuditTable<?> table, AuditBounds bounds, InstantSource clock) {
    this.table = table;
    this.bounds = bounds;
    this.clock = clock;
  }

  /** So many rows were written. */
  void wrote(int count) {
    sinceLook += count;
    sinceCount += count;
    if (rows != UNKNOWN) {
      rows += count;
    }
  }

  boolean isDue() {
    return sinceLook >= Math.min(LOOK_EVERY, bounds.rows());
  }

  /** Deletes at most a batch, if any; is due again at once if there may be more. */
  boolean prune(Connection connection) throws SQLException {
    if (rows == UNKNOWN || sinceCount >= COUNT_EVERY) {
      rows = table.count(connection);
      sinceCount = 0;
    }
    long until = Math.max(surplus(connection), tooOld(connection));
    int deleted = until == Long.MIN_VALUE ? 0 : table.delete(connection, until);
    rows -= deleted;
    sinceLook = deleted < BATCH ? 0 : sinceLook;
    return deleted > 0;
  }

  private long surplus(Connection connection) throws SQLException {
    long surplus = Math.min(rows - bounds.rows(), BATCH);
    return surplus <= 0
        ? Long.MIN_VALUE
        : table.old(connection, surplus - 1).orElse(Long.MIN_VALUE);
  }

  private long tooOld(Connection connection) throws SQLException {
    long oldestKept = clock.millis() - bounds.age().toMillis();
    if (table.old(connection, 0).orElse(Long.MAX_VALUE) >= oldestKept) {
      return Long.MIN_VALUE;
    }
    long endOfBatch = table.old(connection, BATCH - 1).orElse(Long.MAX_VALUE);
    return Math.min(oldestKept - 1, endOfBatch);
  }
}
