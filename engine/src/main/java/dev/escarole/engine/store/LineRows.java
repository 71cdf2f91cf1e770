package dev.escarole.engine.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** The rows of lines. */
final class LineRows {

  private static final String INSERT =
      """
      insert into line (at_ms, writer, seq, principal, client, text, command, error, denied,
        duration_ms)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
