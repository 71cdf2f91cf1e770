package dev.escarole.engine.store;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jdbi.v3.core.Handle;

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
  private final BiConsumer<Handle, List<T>> inserting;

  private AuditTable(String name, String content, BiConsumer<Handle, List<T>> inserting) {
    this.name = name;
    this.content = content;
    this.inserting = inserting;
  }

  /** What its entries are called. */
  String content() {
    return content;
  }

  void insert(Handle handle, List<T> rows) {
    inserting.accept(handle, rows);
  }

  long count(Handle handle) {
    return handle
        .createQuery("select count(*) from " + name)
        .map((row, context) -> row.getLong(1))
        .one();
  }

  /** When the entry began that is so many entries younger than the oldest; empty if none is. */
  Optional<Long> old(Handle handle, long offset) {
    return handle
        .createQuery(
            "select at_ms from %s order by at_ms, writer, seq limit 1 offset :offset"
                .formatted(name))
        .bind("offset", offset)
        .map((row, context) -> row.getLong(1))
        .findOne();
  }

  /** Deletes every entry that began then or earlier; returns how many there were. */
  int delete(Handle handle, long untilMillis) {
    return handle
        .createUpdate("delete from %s where at_ms <= :until".formatted(name))
        .bind("until", untilMillis)
        .execute();
  }
}
