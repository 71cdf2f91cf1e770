package dev.escarole.engine.run;

import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.InvocationResult.Purity;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;

/**
 * Result of an attempt of a leaf.
 *
 * @param stdout standard output, possibly truncated at the limit
 * @param stderr standard error, possibly truncated at the limit
 * @param usage consumed resources and their limits
 * @param origin where the result comes from
 */
public record LeafResult(
    Outcome outcome, Content stdout, Content stderr, Usage usage, LeafOrigin origin) {

  /** The result of a call under these limits. */
  public static LeafResult of(InvocationResult done, Limits limits) {
    boolean ran = done.wallNanos() > 0;
    return new LeafResult(
        done.outcome(),
        Content.of(done.stdout().parts()),
        Content.of(done.stderr().parts()),
        new Usage(done.fuelUsed(), ran ? (Long) done.peakMemoryBytes() : null, limits),
        done.purity() == Purity.CACHED ? LeafOrigin.CACHED : LeafOrigin.RAN);
  }

  /** The result of an attempt without a call. */
  public static LeafResult failed(Outcome outcome) {
    return new LeafResult(outcome, Content.EMPTY, Content.of(outcome.detail()), 0);
  }

  /** The result of a command that ran, with only its fuel. */
  public LeafResult(Outcome outcome, Content stdout, Content stderr, long fuelUsed) {
    this(outcome, stdout, stderr, Usage.ofFuel(fuelUsed), LeafOrigin.RAN);
  }

  /** Consumed fuel; 0 if nothing ran. */
  public long fuelUsed() {
    return usage.fuel();
  }
}
