package dev.escarole.engine.store;

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

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  /** Once the database has failed for so long, those who only read wait for it no more. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final int LAST_TRIES = 5;

  private final Database database;
  private final AuditTable<T> table;
  private final AuditQueue<T> queue;
  private final AuditPruner pruner;
  private final AtomicLong lost = new AtomicLong();
  private final WriterThread thread;

  AuditWriter(Database database, AuditTable<T> table, AuditBounds bounds, InstantSource clock) {
    this.database = database;
    this.table = table;
    this.queue = new AuditQueue<>(bounds.pending());
    this.pruner = new AuditPruner(table, bounds, clock);
    this.thread = new WriterThread("escarole-audit-" + table.content(), this::writeAll);
  }

  void start() {
    thread.start();
  }

  /** Puts an entry in line; false if this was closed, and the entry is counted as lost. */
  boolean put(T entry) {
    boolean put = queue.put(entry);
    if (!put && lost.getAndIncrement() == 0) {
      log.warn("One of the {} came after the audit was closed: {}", table.content(), entry);
    }
    return put;
  }

  /** Returns when all that was put before is written. */
  void flush() {
    queue.flush();
  }

  /**
   * Likewise, unless the database has failed for {@link #PATIENCE}: who only reads is not kept for
   * as long as it is away.
   */
  void catchUp() {
    queue.catchUp();
  }

  /** Writes what waits and ends the thread. */
  void close() {
    queue.close();
    thread.await();
  }

  private void writeAll() {
    List<T> group = queue.take();
    while (!group.isEmpty()) {
      persist(group);
      queue.settle();
      prune();
      group = queue.take();
    }
  }

  /** Tries again until it succeeds; after the audit was closed, a few times only. */
  private void persist(List<T> group) {
    Duration pause = FIRST_PAUSE;
    int triesAfterClose = 0;
    long begun = System.nanoTime();
    while (true) {
      try {
        write(group);
        queue.stuck(false);
        return;
      } catch (RuntimeException e) {
        queue.stuck(System.nanoTime() - begun >= PATIENCE.toNanos());
        triesAfterClose += queue.isClosed() ? 1 : 0;
        if (triesAfterClose >= LAST_TRIES) {
          lost.addAndGet(group.size());
          log.error(
              "The audit closes while its database fails; {} {} are lost",
              group.size(),
              table.content());
          return;
        }
        log.warn("{} {} could not be written to the audit yet", group.size(), table.content(), e);
      }
      queue.pause(pause.toNanos());
      Duration twice = pause.multipliedBy(2);
      pause = twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
    }
  }

  private void write(List<T> group) {
    database.transact(
        "write the audit",
        connection -> {
          table.insert(connection, group);
          return true;
        });
    pruner.wrote(group.size());
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
    return lost.get();
  }
}
