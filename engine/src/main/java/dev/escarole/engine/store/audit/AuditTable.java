package dev.escarole.engine.store.audit;

import dev.escarole.engine.store.audit.Audit.AuditRows;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.engine.store.audit.Audited.StoredLine;
import dev.escarole.engine.store.audit.Lines.LineRows;
import dev.escarole.engine.store.database.Batch;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * A table of the audit: rows are inserted, never changed, and deleted when old.
 *
 * @param <T> an entry
 */
final class AuditTable<T> {

  static final AuditTable<StoredAudit> CALLS =
      new AuditTable<>("audit", "calls", AuditRows::insert);
  static final AuditTable<StoredLine> LINES = new AuditTable<>("line", "lines", LineRows::insert);

  private final String name;
  private final String content;
  private final Inserting<T> inserting;

  private AuditTable(String name, String content, Inserting<T> inserting) {
    this.name = name;
    this.content = content;
    this.inserting = inserting;
  }

  /** The name of its entries in messages. */
  String content() {
    return content;
  }

  void insert(Connection connection, List<T> rows) throws SQLException {
    inserting.insert(connection, rows);
  }

  long count(Connection connection) throws SQLException {
    try (Batch count = Batch.of(connection, "select count(*) from " + name)) {
      return count.answer().orElseThrow();
    }
  }

  /** The time of the entry at this offset from the oldest; empty if there is none. */
  OptionalLong old(Connection connection, long offset) throws SQLException {
    String sql =
        "select at_ms from %s order by at_ms, writer, seq limit 1 offset ?".formatted(name);
    try (Batch old = Batch.of(connection, sql)) {
      return old.number(offset).answer();
    }
  }

  /** Deletes all entries up to this time; returns their number. */
  int delete(Connection connection, long untilMillis) throws SQLException {
    try (Batch rows = Batch.of(connection, "delete from %s where at_ms <= ?".formatted(name))) {
      return rows.number(untilMillis).change();
    }
  }

  /** Inserts entries, skipping those that exist. */
  private interface Inserting<T> {
    void insert(Connection connection, List<T> rows) throws SQLException;
  }

  /** Builds the query of an audit table; all of them share the columns that it uses. */
  static final class AuditSelection {

    private static final String SELECT =
        """
        select * from %s
        where (cast(:principal as varchar) is null or principal = :principal)
          and (cast(:command as varchar) is null or command = :command)
          and (cast(:denied as boolean) is null or denied = :denied)
          %s
          and at_ms >= :since and at_ms < :until and at_ms <= :beforeAt
          and (at_ms < :beforeAt or writer < :beforeWriter
            or (writer = :beforeWriter and seq < :beforeSeq))
        order by at_ms desc, writer desc, seq desc
        limit :limit
        """;

    private static final String OF_RUN = "and run_id = :run";

    private AuditSelection() {}

    /** Returns the statement for a table with the values of the query, newest first. */
    static Query of(Handle handle, String table, AuditQuery query) {
      AuditCursor before = query.before();
      String run = query.filter().run();
      Query statement = handle.createQuery(SELECT.formatted(table, run == null ? "" : OF_RUN));
      return (run == null ? statement : statement.bind("run", run))
          .bind("principal", query.filter().principal())
          .bind("command", query.filter().command())
          .bind("denied", isDenied(query.which()))
          .bind("since", millis(query.filter().since(), Long.MIN_VALUE))
          .bind("until", millis(query.filter().until(), Long.MAX_VALUE))
          .bind("beforeAt", before == null ? Long.MAX_VALUE : before.atMillis())
          .bind("beforeWriter", before == null ? Long.MAX_VALUE : before.writer())
          .bind("beforeSeq", before == null ? Long.MAX_VALUE : before.seq())
          .bind("limit", query.limit());
    }

    private static @Nullable Boolean isDenied(AuditQuery.Which which) {
      return switch (which) {
        case ALL -> null;
        case DENIALS -> true;
        case CALLS -> false;
      };
    }

    private static long millis(@Nullable Instant instant, long otherwise) {
      return instant == null ? otherwise : instant.toEpochMilli();
    }
  }
}
