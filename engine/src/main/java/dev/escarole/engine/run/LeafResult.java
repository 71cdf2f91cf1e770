package dev.escarole.engine.run;

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

  /** The result of a command that ran, with only its fuel. */
  public LeafResult(Outcome outcome, Content stdout, Content stderr, long fuelUsed) {
    this(outcome, stdout, stderr, Usage.ofFuel(fuelUsed), LeafOrigin.RAN);
  }

  /** Consumed fuel; 0 if nothing ran. */
  public long fuelUsed() {
    return usage.fuel();
  }
}
