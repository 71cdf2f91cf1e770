package dev.escarole.engine.store.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which calls to list, newest first. Immutable.
 *
 * @param limit most entries to list: 1 to 10,000
 * @param which refused calls, others, or all
 * @param filter further conditions
 * @param before only entries older than this position; null for the newest
 */
public record AuditQuery(int limit, Which which, Filter filter, @Nullable AuditCursor before) {

  /** Selects calls by whether they were refused. */
  public enum Which {
    /** All calls. */
    ALL,
    /** Only calls that the broker refused. */
    DENIALS,
    /** Only calls that it accepted, whatever their outcome. */
    CALLS
  }

  /**
   * Conditions on calls; null means any.
   *
   * @param principal name of the principal
   * @param command the requested name
   * @param since only calls that began then or later
   * @param until only calls that began earlier
   * @param run only calls of this run; ignored for other entries than calls
   */
  public record Filter(
      @Nullable String principal,
      @Nullable String command,
      @Nullable Instant since,
      @Nullable Instant until,
      @Nullable String run) {

    /** Conditions on entries of any run and of none. */
    public Filter(
        @Nullable String principal,
        @Nullable String command,
        @Nullable Instant since,
        @Nullable Instant until) {
      this(principal, command, since, until, null);
    }

    /** No conditions. */
    public static final Filter ANY = new Filter(null, null, null, null);
  }

  /**
   * Checks the limit.
   *
   * @throws IllegalArgumentException if it is out of its range
   */
  public AuditQuery {
    if (limit < 1 || limit > 10_000) {
      throw new IllegalArgumentException("AuditQuery.limit must be 1..10000, was " + limit);
    }
  }

  /** The newest calls, executed or refused. */
  public static AuditQuery latest(int limit) {
    return new AuditQuery(limit, Which.ALL, Filter.ANY, null);
  }

  public AuditQuery withWhich(Which value) {
    return new AuditQuery(limit, value, filter, before);
  }

  public AuditQuery withFilter(Filter value) {
    return new AuditQuery(limit, which, value, before);
  }

  public AuditQuery withBefore(AuditCursor value) {
    return new AuditQuery(limit, which, filter, value);
  }
}
