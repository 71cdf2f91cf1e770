package dev.escarole.engine.store;

import org.jspecify.annotations.Nullable;

/**
 * Selects ended attempts of a run that have printed something, by the order of their ends.
 * Immutable.
 *
 * @param seq place in the run's order of events from which on they are listed, itself included
 * @param backwards whether those before that place are listed, the latest first
 * @param under only attempts in the step of this path; null for all
 * @param stdout whether attempts count that have printed to standard output
 * @param stderr whether attempts count that have printed to standard error
 * @param limit maximum number of attempts, 1 to 1,000
 */
public record OutputQuery(
    long seq,
    boolean backwards,
    @Nullable String under,
    boolean stdout,
    boolean stderr,
    int limit) {

  /** No event of a run has a later place. */
  public static final long END = (1L << 32) - 1;

  public OutputQuery {
    if (limit < 1 || limit > 1_000) {
      throw new IllegalArgumentException("OutputQuery.limit must be 1..1000, was " + limit);
    }
    if (seq < 0 || seq > END) {
      throw new IllegalArgumentException("OutputQuery.seq must be 0.." + END + ", was " + seq);
    }
  }
}
