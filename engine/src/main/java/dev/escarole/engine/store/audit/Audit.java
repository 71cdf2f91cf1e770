package dev.escarole.engine.store.audit;

import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.StoreException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Every call of a command, refused or run. Thread-safe.
 *
 * <p>Recording only puts the entry in line; a thread of the audit's own writes what waits in
 * groups. When the line is full, because the database fails or cannot keep up, who records has to
 * wait: no call goes on unrecorded. Entries are dropped only when the process ends while the
 * database fails, and that is logged with their number. How much is kept is bounded.
 */
public final class Audit {

  private final Database database;
  private final AuditWriter<StoredAudit> rows;
  private final long writer = ThreadLocalRandom.current().nextLong();
  private final AtomicLong seq = new AtomicLong();

  public Audit(Database database, AuditBounds bounds, InstantSource clock) {
    this.database = database;
    this.rows = new AuditWriter<>(database, AuditTable.CALLS, bounds, clock);
  }

  public static Audit start(Database database, AuditBounds bounds, InstantSource clock) {
    Audit audit = new Audit(database, bounds, clock);
    audit.start();
    return audit;
  }

  public void start() {
    rows.start();
  }

  /** Records a call. Cheap, unless there is no room; not interruptible, and never throws. */
  public void record(AuditEntry entry) {
    rows.put(
        new StoredAudit(
            new AuditCursor(entry.at().toEpochMilli(), writer, seq.incrementAndGet()), entry));
  }

  /**
   * Stores entries that were kept elsewhere; those that are there already are left alone. Returns
   * when they are stored.
   */
  public void takeIn(List<StoredAudit> entries) {
    for (StoredAudit entry : entries) {
      if (!rows.put(entry)) {
        throw new StoreException("The audit was closed before it could take entries in", null);
      }
    }
    rows.flush();
  }

  /**
   * The calls that the query asks for, newest first; what was recorded before this call is seen.
   */
  public List<StoredAudit> list(AuditQuery query) {
    rows.catchUp();
    return database.read("read the audit", handle -> AuditRows.list(handle, query));
  }

  /** Writes what waits and ends the thread. */
  public void close() {
    rows.close();
  }

  /** How many calls are not in the audit because it was closed, or closed while it could not. */
  long lost() {
    return rows.lost();
  }
}
