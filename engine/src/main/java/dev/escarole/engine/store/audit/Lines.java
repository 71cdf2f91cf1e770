package dev.escarole.engine.store.audit;

import dev.escarole.engine.store.audit.Audit.AuditBounds;
import dev.escarole.engine.store.audit.Audited.StoredLine;
import dev.escarole.engine.store.database.Database;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Audit of every line that an agent sent, executed or refused. Thread-safe. It has its own queue
 * and limits, so lines never evict calls.
 */
public final class Lines {

  private final Database database;
  private final AuditWriter<StoredLine> rows;
  private final long writer = ThreadLocalRandom.current().nextLong();
  private final AtomicLong seq = new AtomicLong();

  public Lines(Database database, AuditBounds bounds, InstantSource clock) {
    this.database = database;
    this.rows = new AuditWriter<>(database, AuditTable.LINES, bounds, clock);
  }

  public void start() {
    rows.start();
  }

  /** Records a line. Fast unless the queue is full; not interruptible, and never throws. */
  public void record(LineEntry entry) {
    rows.put(
        new StoredLine(
            new AuditCursor(entry.at().toEpochMilli(), writer, seq.incrementAndGet()), entry));
  }

  /**
   * Returns the lines that match a query, newest first, including all recorded before. The command
   * of the query is the one that a line names.
   */
  public List<StoredLine> list(AuditQuery query) {
    rows.catchUp();
    return database.read("read the lines of agents", handle -> LineRows.list(handle, query));
  }

  /** Writes the queued entries and ends the thread. */
  public void close() {
    rows.close();
  }
}
