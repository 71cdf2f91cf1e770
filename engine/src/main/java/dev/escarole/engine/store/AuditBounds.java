package dev.escarole.engine.store;

import java.time.Duration;

/**
 * How much of a table of the audit is kept.
 *
 * @param rows most entries; the oldest go first, a few thousand at a time. Default 1,000,000
 * @param age how long an entry is kept; default 90 days
 * @param pending entries that may wait to be written; then who records waits. Default 65,536
 */
record AuditBounds(long rows, Duration age, int pending) {

  static final AuditBounds DEFAULTS = new AuditBounds(1_000_000, Duration.ofDays(90), 65_536);

  /** For lines of agents, each of which can be a thousand times as long as the entry of a call. */
  static final AuditBounds LINES = new AuditBounds(100_000, Duration.ofDays(90), 4_096);
}
