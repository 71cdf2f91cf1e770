package dev.escarole.engine.executor;

import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.InvocationResult.Purity;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.LeafResult;
import dev.escarole.engine.run.Usage;

/** Converts results of calls to results of leaves. */
final class LeafResults {

  private LeafResults() {}

  /** The result of a call under these limits. */
  static LeafResult of(InvocationResult done, Limits limits) {
    boolean ran = done.wallNanos() > 0;
    return new LeafResult(
        done.outcome(),
        Content.of(done.stdout().parts()),
        Content.of(done.stderr().parts()),
        new Usage(done.fuelUsed(), ran ? (Long) done.peakMemoryBytes() : null, limits),
        done.purity() == Purity.CACHED ? LeafOrigin.CACHED : LeafOrigin.RAN);
  }

  /** The result of an attempt without a call. */
  static LeafResult failed(Outcome outcome) {
    return new LeafResult(outcome, Content.EMPTY, Content.of(outcome.detail()), 0);
  }
}
