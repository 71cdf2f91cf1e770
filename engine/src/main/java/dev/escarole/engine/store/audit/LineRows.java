package dev.escarole.engine.store.audit;

import dev.escarole.engine.store.audit.AuditTable.AuditSelection;
import dev.escarole.engine.store.audit.Audited.StoredLine;
import dev.escarole.engine.store.database.Batch;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Rows of agents' lines. */
final class LineRows {

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
