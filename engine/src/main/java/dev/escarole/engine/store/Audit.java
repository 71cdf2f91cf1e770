package dev.escarole.engine.store;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every call of a command, refused or run. Thread-safe.
 *
 * <p>Recording only puts the entry in line; a thread of the audit's own writes what waits in
 * groups. When the line is full, because the database fails or cannot keep up, who records has to
 * wait: no call goes on unrecorded. Entries are dropped only when the process ends while the
 * database fails, and that is logged with their number. How much is kept is bounded.
 */
public final class Audit {

  private static final Logger log = LoggerFactory.getLogger(Audit.class);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final int LAST_TRIES = 5;

  private final Database database;
  private final AuditQueue queue;
  private final AuditPruner pruner;
  private final long writer = ThreadLocalRandom.current().nextLong();
  private final AtomicLong seq = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private final Thread thread = new Thread(this::writeAll, "escarole-audit");

  Audit(Database database, AuditBounds bounds, InstantSource clock) {
    this.database = database;
    this.queue = new AuditQueue(bounds.pending());
    this.pruner = new AuditPruner(bounds, clock);
    thread.setDaemon(true);
  }

  static Audit start(Database database, AuditBounds bounds, InstantSource clock) {
    Audit audit = new Audit(database, bounds, clock);
    audit.start();
    return audit;
  }

  void start() {
    thread.start();
  }

  /** Records a call. Cheap, unless there is no room; not interruptible, and never throws. */
  public void record(AuditEntry entry) {
    AuditCursor place = new AuditCursor(entry.at().toEpochMilli(), writer, seq.incrementAndGet());
    if (!queue.put(new StoredAudit(place, entry)) && lost.getAndIncrement() == 0) {
      log.warn("A call ended after the audit was closed and is not in it: {}", entry);
    }
  }

  /**
   * Stores entries that were kept elsewhere; those that are there already are left alone. Returns
   * when they are stored.
   */
  public void takeIn(List<StoredAudit> entries) {
    for (StoredAudit entry : entries) {
      if (!queue.put(entry)) {
        throw new StoreException("The audit was closed before it could take entries in", null);
      }
    }
    queue.flush();
  }

  /**
   * The calls that the query asks for, newest first; what was recorded before this call is seen.
   */
  public List<StoredAudit> list(AuditQuery query) {
    queue.flush();
    return database.read("read the audit", handle -> AuditRows.list(handle, query));
  }

  /** Writes what waits and ends the thread. */
  void close() {
    queue.close();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeAll() {
    List<StoredAudit> group = queue.take();
    while (!group.isEmpty()) {
      persist(group);
      queue.settle();
      prune();
      group = queue.take();
    }
  }

  /** Tries again until it succeeds; after the audit was closed, a few times only. */
  private void persist(List<StoredAudit> group) {
    Duration pause = FIRST_PAUSE;
    int triesAfterClose = 0;
    while (true) {
      try {
        write(group);
        return;
      } catch (RuntimeException e) {
        triesAfterClose += queue.isClosed() ? 1 : 0;
        if (triesAfterClose >= LAST_TRIES) {
          lost.addAndGet(group.size());
          log.error("The audit closes while its database fails; {} calls are lost", group.size());
          return;
        }
        log.warn("{} calls could not be written to the audit yet", group.size(), e);
      }
      queue.pause(pause.toNanos());
      Duration twice = pause.multipliedBy(2);
      pause = twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
    }
  }

  private void write(List<StoredAudit> group) {
    database.transact(
        "write the audit",
        connection -> {
          AuditRows.insert(connection, group);
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
      log.warn("The audit could not be pruned; it is tried again after the next entries", e);
    }
  }

  /** How many calls are not in the audit because it was closed, or closed while it could not. */
  long lost() {
    return lost.get();
  }
}
