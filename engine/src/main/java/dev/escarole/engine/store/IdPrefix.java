package dev.escarole.engine.store;

import org.jdbi.v3.core.statement.Query;

/**
 * Asks for ids that begin with a text. A pattern alone would read every run: PostgreSQL uses the
 * index of ids for patterns only under the collation C, and H2 only where it knows the pattern
 * before it chooses its way. So the pattern stands beside the bounds of all ids that may fit.
 */
final class IdPrefix {

  /** No id goes on with so many; letters come after digits and hyphens in every collation. */
  private static final String END = "zzzzzzz";

  private IdPrefix() {}

  /** Binds {@code :from}, {@code :to} and {@code :pattern}. */
  static Query bind(Query query, String prefix) {
    return query
        .bind("from", prefix)
        .bind("to", prefix + END)
        .bind("pattern", RunListRows.literal(prefix) + '%');
  }
}
