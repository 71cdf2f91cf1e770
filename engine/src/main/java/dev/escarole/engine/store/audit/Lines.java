package dev.escarole.engine.store.audit;

import dev.escarole.engine.store.database.Database;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Every line that an agent sent, refused or carried out. Thread-safe. It is written as calls are,
 * but waits and is kept apart from them: however many lines there are, no call has to go for them.
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

  /** Records a line. Cheap, unless there is no room; not interruptible, and never throws. */
  public void record(LineEntry entry) {
    rows.put(
        new StoredLine(
            new AuditCursor(entry.at().toEpochMilli(), writer, seq.incrementAndGet()), entry));
  }

  /**
   * The lines that the query asks for, newest first; what was recorded before this call is seen.
   * The command of a query is the one that a line names.
   */
  public List<StoredLine> list(AuditQuery query) {
    rows.catchUp();
    return database.read("read the lines of agents", handle -> LineRows.list(handle, query));
  }

  /** Writes what waits and ends the thread. */
  public void close() {
    rows.close();
  }
}
