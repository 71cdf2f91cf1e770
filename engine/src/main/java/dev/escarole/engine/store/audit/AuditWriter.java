package dev.escarole.engine.store.audit;

import dev.escarole.engine.store.audit.Audit.AuditBounds;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.WriteBehind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes entries of one audit table in groups on a separate thread. Thread-safe.
 *
 * <p>Adding an entry blocks while the queue is full. Failed writes are retried until they succeed;
 * after the close they are given up and counted. The table is kept within its limits.
 *
 * @param <T> an entry
 */
final class AuditWriter<T> {

  private static final Logger log = LoggerFactory.getLogger(AuditWriter.class);

  /** Entries come in bursts; a burst is written together. */
  private static final Duration LINGER = Duration.ofMillis(50);

  private final Database database;
  private final AuditTable<T> table;

  /** An empty entry only wakes the thread up. */
  private final WriteBehind<Optional<T>> queue;

  private final AuditPruner pruner;

  /** Entries added after the close. */
  private final AtomicLong late = new AtomicLong();

  /** Rows that others have written since the last look at the limits. */
  private final AtomicLong elsewhere = new AtomicLong();

  private final AtomicBoolean looked = new AtomicBoolean();

  AuditWriter(Database database, AuditTable<T> table, AuditBounds bounds, InstantSource clock) {
    this.database = database;
    this.table = table;
    this.queue =
        new WriteBehind<>(
            "escarole-audit-" + table.content(),
            table.content(),
            new WriteBehind.Bounds(bounds.pending(), Long.MAX_VALUE, LINGER),
            this::write);
    this.pruner = new AuditPruner(table, bounds, clock);
  }

  void start() {
    queue.start();
  }

  /** Queues an entry; false if this was closed, in which case the entry is counted as lost. */
  boolean put(T entry) {
    boolean put = queue.put(Optional.of(entry), 0, false);
    if (!put && late.getAndIncrement() == 0) {
      log.warn("One of the {} came after the audit was closed: {}", table.content(), entry);
    }
    return put;
  }

  /**
   * Returns when all entries queued before are written.
   *
   * @throws StoreException if they cannot be written because this was closed while the database
   *     failed
   */
  void flush() {
    if (!queue.flush()) {
      throw new StoreException(
          "The audit was closed while its database failed; %d %s were not written."
              .formatted(queue.lost(), table.content()),
          null);
    }
  }

  /** Like {@link #flush}, but gives up waiting if the database keeps failing. */
  void catchUp() {
    queue.catchUp();
  }

  /** Writes the queued entries and ends the thread. */
  void close() {
    queue.close();
  }

  /** Notes that others have written rows of this table; the limits are kept on the own thread. */
  void wroteElsewhere(int count) {
    long rows = elsewhere.addAndGet(count);
    if (!looked.getAndSet(true) || rows >= pruner.lookEvery()) {
      queue.offer(Optional.empty(), 0);
    }
  }

  private void write(List<Optional<T>> entries) {
    List<T> group = entries.stream().flatMap(Optional::stream).toList();
    if (!group.isEmpty()) {
      persist(group);
    }
    pruner.wrote(group.size() + elsewhere.getAndSet(0));
    prune();
  }

  private void persist(List<T> group) {
    queue.persist(
        () -> insert(group),
        failure -> false,
        (failure, pause) ->
            log.warn(
                "{} {} could not be written to the audit yet; the next try is in {}",
                group.size(),
                table.content(),
                pause,
                failure));
  }

  private void insert(List<T> group) {
    database.transact(
        "write the audit",
        connection -> {
          table.insert(connection, group);
          return true;
        });
  }

  private void prune() {
    if (!pruner.isDue()) {
      return;
    }
    try {
      database.transact("prune the audit", pruner::prune);
    } catch (RuntimeException e) {
      log.warn(
          "The {} of the audit could not be pruned; this is retried after the next write",
          table.content(),
          e);
    }
  }

  /** The number of entries that were lost because this was closed. */
  long lost() {
    return late.get() + queue.lost();
  }

  /**
   * Keeps a table of the audit within its limits. The oldest entries are deleted first, one batch
   * per transaction; entries of the same millisecond are deleted together. Confined to the writer's
   * thread.
   */
  static final class AuditPruner {

    static final int BATCH = 10_000;

    /** Rows written between two checks, and between two counts of all rows. */
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

    /** Records that rows were written. */
    void wrote(long count) {
      sinceLook += count;
      sinceCount += count;
      if (rows != UNKNOWN) {
        rows += count;
      }
    }

    boolean isDue() {
      return sinceLook >= lookEvery();
    }

    /** Rows written between two checks. */
    long lookEvery() {
      return Math.min(LOOK_EVERY, bounds.rows());
    }

    /** Deletes at most one batch; stays due if there may be more. */
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
}
