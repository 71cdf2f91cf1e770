package dev.escarole.web.app.local;

import dev.escarole.engine.run.CauseTally;
import dev.escarole.web.app.run.Cause;
import java.util.Collection;
import java.util.List;

/** Converts causes to replies. */
final class Causes {

  private Causes() {}

  /** The causes of failures, the most frequent first. */
  static List<Cause> ofFailures(Collection<CauseTally.Failed> failures) {
    return of(CauseTally.of(List.copyOf(failures)));
  }

  static List<Cause> of(List<CauseTally> tallies) {
    return tallies.stream().map(Causes::cause).toList();
  }

  private static Cause cause(CauseTally tally) {
    return new Cause(
        tally.cause().key(),
        tally.cause().words(),
        tally.cause().outcome(),
        tally.cause().exitCode(),
        tally.line(),
        tally.failures(),
        tally.path(),
        tally.label(),
        tally.command());
  }
}
