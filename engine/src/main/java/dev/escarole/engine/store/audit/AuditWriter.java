package dev.escarole.engine.store.audit;

import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.WriteBehind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes entries of one table of the audit, in groups, on a thread of its own. Thread-safe.
 *
 * <p>Who puts an entry when there is no room has to wait. What cannot be written is tried again
 * until it can; only after the close is it given up, and counted. The table is kept within its
 * bounds.
 *
 * @param <T> an entry
 */
final class AuditWriter<T> {

  private static final Logger log = LoggerFactory.getLogger(AuditWriter.class);

  /** Entries come in crowds or hardly at all; a crowd is written together. */
  private static final Duration LINGER = Duration.ofMillis(50);

  private final Database database;
  private final AuditTable<T> table;
  private final WriteBehind<T> queue;
  private final AuditPruner pruner;

  /** Entries that came after the close. */
  private final AtomicLong late = new AtomicLong();

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

  /** Puts an entry in line; false if this was closed, and the entry is counted as lost. */
  boolean put(T entry) {
    boolean put = queue.put(entry, 0, false);
    if (!put && late.getAndIncrement() == 0) {
      log.warn("One of the {} came after the audit was closed: {}", table.content(), entry);
    }
    return put;
  }

  /**
   * Returns when all that was put before is written.
   *
   * @throws StoreException if it never will be, because this was closed while the database failed
   */
  void flush() {
    if (!queue.flush()) {
      throw new StoreException(
          "The audit was closed while its database failed; %d %s were not written."
              .formatted(queue.lost(), table.content()),
          null);
    }
  }

  /** Likewise, unless the database fails for longer: who only reads does not wait for its end. */
  void catchUp() {
    queue.catchUp();
  }

  /** Writes what waits and ends the thread. */
  void close() {
    queue.close();
  }

  private void write(List<T> group) {
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
    pruner.wrote(group.size());
    prune();
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
          "The {} of the audit could not be pruned; that is tried again after the next ones",
          table.content(),
          e);
    }
  }

  /** How many entries were not written because this was closed, or closed while it could not. */
  long lost() {
    return late.get() + queue.lost();
  }
}
