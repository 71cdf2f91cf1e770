package dev.escarole.engine.store.audit;

import dev.escarole.engine.store.audit.Audit.AuditBounds;
import dev.escarole.engine.store.audit.AuditTable.AuditSelection;
import dev.escarole.engine.store.audit.Audited.StoredLine;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jdbi.v3.core.Handle;

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

  /** Rows of agents' lines. */
  static final class LineRows {

    private static final String INSERT =
        """
        insert into line (at_ms, writer, seq, principal, client, text, command, error, denied,
          duration_ms)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        on conflict do nothing
        """;

    private LineRows() {}

    static void insert(Connection connection, List<StoredLine> rows) throws SQLException {
      try (Batch batch = Batch.of(connection, INSERT)) {
        for (StoredLine row : rows) {
          add(batch, row);
        }
        batch.send();
      }
    }

    private static void add(Batch batch, StoredLine row) throws SQLException {
      LineEntry entry = row.entry();
      batch
          .number(row.place().atMillis())
          .number(row.place().writer())
          .number(row.place().seq())
          .text(entry.sender().principal())
          .text(entry.sender().client())
          .text(entry.text())
          .text(entry.command())
          .text(entry.ending().error())
          .flag(entry.ending().denied())
          .number(entry.ending().durationMillis())
          .add();
    }

    static List<StoredLine> list(Handle handle, AuditQuery query) {
      return AuditSelection.of(handle, "line", query).map((row, context) -> read(row)).list();
    }

    private static StoredLine read(ResultSet row) throws SQLException {
      long atMillis = row.getLong("at_ms");
      return new StoredLine(
          new AuditCursor(atMillis, row.getLong("writer"), row.getLong("seq")),
          new LineEntry(
              Instant.ofEpochMilli(atMillis),
              new LineEntry.Sender(row.getString("principal"), row.getString("client")),
              row.getString("text"),
              row.getString("command"),
              new LineEntry.Ending(
                  row.getString("error"), row.getBoolean("denied"), row.getLong("duration_ms"))));
    }
  }
}
