package dev.escarole.engine.store.audit;

import dev.escarole.engine.store.database.Batch;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;

/**
 * A table of the audit: rows that are inserted, never changed, and deleted when they are old.
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

  /** What its entries are called. */
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

  /** When the entry began that is so many entries younger than the oldest; empty if none is. */
  OptionalLong old(Connection connection, long offset) throws SQLException {
    String sql =
        "select at_ms from %s order by at_ms, writer, seq limit 1 offset ?".formatted(name);
    try (Batch old = Batch.of(connection, sql)) {
      return old.number(offset).answer();
    }
  }

  /** Deletes every entry that began then or earlier; returns how many there were. */
  int delete(Connection connection, long untilMillis) throws SQLException {
    try (Batch rows = Batch.of(connection, "delete from %s where at_ms <= ?".formatted(name))) {
      return rows.number(untilMillis).change();
    }
  }

  /** Inserts entries, those that are there already left alone. */
  private interface Inserting<T> {
    void insert(Connection connection, List<T> rows) throws SQLException;
  }
}
