package dev.escarole.engine.store.audit;

import java.time.Instant;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Asks a table of the audit for what a query wants: all of them have the same columns for that. */
final class AuditSelection {

  private static final String SELECT =
      """
      select * from %s
      where (cast(:principal as varchar) is null or principal = :principal)
        and (cast(:command as varchar) is null or command = :command)
        and (cast(:denied as boolean) is null or denied = :denied)
        and at_ms >= :since and at_ms < :until and at_ms <= :beforeAt
        and (at_ms < :beforeAt or writer < :beforeWriter
          or (writer = :beforeWriter and seq < :beforeSeq))
      order by at_ms desc, writer desc, seq desc
      limit :limit
      """;

  private AuditSelection() {}

  /** The statement for a table, with the values of the query; newest first. */
  static Query of(Handle handle, String table, AuditQuery query) {
    AuditCursor before = query.before();
    return handle
        .createQuery(SELECT.formatted(table))
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
