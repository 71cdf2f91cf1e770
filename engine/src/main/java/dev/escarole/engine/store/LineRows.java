package dev.escarole.engine.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** The rows of lines. */
final class LineRows {

  private static final int BATCH = 1000;

  private static final String INSERT =
      """
      insert into line (at_ms, writer, seq, principal, client, text, command, error, denied,
        duration_ms)
      values (:atMs, :writer, :seq, :principal, :client, :text, :command, :error, :denied,
        :durationMs)
      on conflict do nothing
      """;

  private static final String LIST =
      """
      select * from line
      where (cast(:principal as varchar) is null or principal = :principal)
        and (cast(:command as varchar) is null or command = :command)
        and (cast(:denied as boolean) is null or denied = :denied)
        and at_ms >= :since and at_ms < :until and at_ms <= :beforeAt
        and (at_ms < :beforeAt or writer < :beforeWriter
          or (writer = :beforeWriter and seq < :beforeSeq))
      order by at_ms desc, writer desc, seq desc
      limit :limit
      """;

  private LineRows() {}

  static void insert(Handle handle, List<StoredLine> rows) {
    try (PreparedBatch batch = handle.prepareBatch(INSERT)) {
      for (int i = 0; i < rows.size(); i++) {
        bind(batch, rows.get(i));
        batch.add();
        if (batch.size() == BATCH || i == rows.size() - 1) {
          batch.execute();
        }
      }
    }
  }

  private static void bind(PreparedBatch batch, StoredLine row) {
    LineEntry entry = row.entry();
    batch
        .bind("atMs", row.place().atMillis())
        .bind("writer", row.place().writer())
        .bind("seq", row.place().seq())
        .bind("principal", entry.sender().principal())
        .bind("client", entry.sender().client())
        .bind("text", entry.text())
        .bind("command", entry.command())
        .bind("error", entry.ending().error())
        .bind("denied", entry.ending().denied())
        .bind("durationMs", entry.ending().durationMillis());
  }

  static List<StoredLine> list(Handle handle, AuditQuery query) {
    AuditCursor before = query.before();
    return handle
        .createQuery(LIST)
        .bind("principal", query.filter().principal())
        .bind("command", query.filter().command())
        .bind("denied", AuditRows.isDenied(query.which()))
        .bind("since", AuditRows.millis(query.filter().since(), Long.MIN_VALUE))
        .bind("until", AuditRows.millis(query.filter().until(), Long.MAX_VALUE))
        .bind("beforeAt", before == null ? Long.MAX_VALUE : before.atMillis())
        .bind("beforeWriter", before == null ? Long.MAX_VALUE : before.writer())
        .bind("beforeSeq", before == null ? Long.MAX_VALUE : before.seq())
        .bind("limit", query.limit())
        .map((row, context) -> read(row))
        .list();
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
