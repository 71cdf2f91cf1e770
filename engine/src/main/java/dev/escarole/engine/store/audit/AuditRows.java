package dev.escarole.engine.store.audit;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.store.audit.AuditTable.AuditSelection;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.engine.store.database.Batch;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jdbi.v3.core.Handle;

/** Rows of command calls. */
final class AuditRows {

  private static final String INSERT =
      """
      insert into audit (at_ms, writer, seq, principal, command, artifact, outcome, denied,
        exit_code, detail, wall_nanos, fuel_used, run_id, step_path)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict do nothing
      """;

  private AuditRows() {}

  static void insert(Connection connection, List<StoredAudit> rows) throws SQLException {
    try (Batch batch = Batch.of(connection, INSERT)) {
      for (StoredAudit row : rows) {
        add(batch, row);
      }
      batch.send();
    }
  }

  private static void add(Batch batch, StoredAudit row) throws SQLException {
    AuditEntry entry = row.entry();
    Outcome outcome = entry.outcome();
    batch
        .number(row.place().atMillis())
        .number(row.place().writer())
        .number(row.place().seq())
        .text(entry.caller().principal())
        .text(entry.command())
        .text(entry.artifact())
        .text(outcome.word())
        .flag(outcome.kind().isDenial())
        .number(outcome.exitCode())
        .text(outcome.detail())
        .number(entry.cost().wallNanos())
        .number(entry.cost().fuelUsed())
        .text(entry.caller().run())
        .text(entry.caller().step())
        .add();
  }

  static List<StoredAudit> list(Handle handle, AuditQuery query) {
    return AuditSelection.of(handle, "audit", query).map((row, context) -> read(row)).list();
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
