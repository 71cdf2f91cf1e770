package dev.escarole.engine.store.audit;

import dev.escarole.engine.store.database.StoreBounds;
import java.time.Duration;

/**
 * How much of a table of the audit is kept.
 *
 * @param rows most entries; the oldest go first, a few thousand at a time
 * @param age how long an entry is kept
 * @param pending entries that may wait to be written; then who records waits
 */
public record AuditBounds(long rows, Duration age, int pending) {

  public static AuditBounds ofCalls(StoreBounds bounds) {
    return new AuditBounds(bounds.auditCalls(), bounds.auditAge(), 65_536);
  }

  /** For lines of agents, which are longer. */
  public static AuditBounds ofLines(StoreBounds bounds) {
    return new AuditBounds(bounds.auditLines(), bounds.auditAge(), 4_096);
  }
}
