package dev.escarole.engine.store;

import dev.escarole.engine.command.Outcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/** The rows of calls. */
final class AuditRows {

  private static final int BATCH = 1000;

  private static final String INSERT =
      """
      insert into audit (at_ms, writer, seq, principal, command, artifact, outcome, denied,
        exit_code, detail, wall_nanos, fuel_used, run_id, step_path)
      values (:atMs, :writer, :seq, :principal, :command, :artifact, :outcome, :denied,
        :exitCode, :detail, :wallNanos, :fuelUsed, :runId, :stepPath)
      on conflict do nothing
      """;

  private static final String LIST =
      """
      select * from audit
      where (cast(:principal as varchar) is null or principal = :principal)
        and (cast(:command as varchar) is null or command = :command)
        and (cast(:denied as boolean) is null or denied = :denied)
        and at_ms >= :since and at_ms < :until and at_ms <= :beforeAt
        and (at_ms < :beforeAt or writer < :beforeWriter
          or (writer = :beforeWriter and seq < :beforeSeq))
      order by at_ms desc, writer desc, seq desc
      limit :limit
      """;

  private AuditRows() {}

  static void insert(Handle handle, List<StoredAudit> rows) {
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

  private static void bind(PreparedBatch batch, StoredAudit row) {
    AuditEntry entry = row.entry();
    Outcome outcome = entry.outcome();
    batch
        .bind("atMs", row.place().atMillis())
        .bind("writer", row.place().writer())
        .bind("seq", row.place().seq())
        .bind("principal", entry.caller().principal())
        .bind("command", entry.command())
        .bind("artifact", entry.artifact())
        .bind("outcome", outcome.word())
        .bind("denied", outcome.kind().isDenial())
        .bind("exitCode", outcome.exitCode())
        .bind("detail", outcome.detail())
        .bind("wallNanos", entry.cost().wallNanos())
        .bind("fuelUsed", entry.cost().fuelUsed())
        .bind("runId", entry.caller().run())
        .bind("stepPath", entry.caller().step());
  }

  static List<StoredAudit> list(Handle handle, AuditQuery query) {
    AuditCursor before = query.before();
    return handle
        .createQuery(LIST)
        .bind("principal", query.filter().principal())
        .bind("command", query.filter().command())
        .bind("denied", isDenied(query.which()))
        .bind("since", millis(query.filter().since(), Long.MIN_VALUE))
        .bind("until", millis(query.filter().until(), Long.MAX_VALUE))
        .bind("beforeAt", before == null ? Long.MAX_VALUE : before.atMillis())
        .bind("beforeWriter", before == null ? Long.MAX_VALUE : before.writer())
        .bind("beforeSeq", before == null ? Long.MAX_VALUE : before.seq())
        .bind("limit", query.limit())
        .map((row, context) -> read(row))
        .list();
  }

  static @Nullable Boolean isDenied(AuditQuery.Which which) {
    return switch (which) {
      case ALL -> null;
      case DENIALS -> true;
      case CALLS -> false;
    };
  }

  static long millis(@Nullable Instant instant, long otherwise) {
    return instant == null ? otherwise : instant.toEpochMilli();
  }

  private static StoredAudit read(ResultSet row) throws SQLException {
    Outcome.Kind kind = Outcome.Kind.valueOf(row.getString("outcome").toUpperCase(Locale.ROOT));
    long atMillis = row.getLong("at_ms");
    return new StoredAudit(
        new AuditCursor(atMillis, row.getLong("writer"), row.getLong("seq")),
        new AuditEntry(
            new AuditEntry.Caller(
                row.getString("principal"), row.getString("run_id"), row.getString("step_path")),
            row.getString("command"),
            row.getString("artifact"),
            Instant.ofEpochMilli(atMillis),
            new Outcome(kind, row.getInt("exit_code"), row.getString("detail")),
            new AuditEntry.Cost(row.getLong("wall_nanos"), row.getLong("fuel_used"))));
  }
}
