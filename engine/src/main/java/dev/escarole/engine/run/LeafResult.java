package dev.escarole.engine.run;

import dev.escarole.engine.command.Outcome;

/**
 * What one attempt of a leaf came to.
 *
 * @param stdout what the command printed, possibly cut at the output limit
 * @param stderr what it said for diagnosis, likewise
 * @param usage what it used of what it might
 * @param origin whether the command ran for it
 */
public record LeafResult(
    Outcome outcome, Content stdout, Content stderr, Usage usage, LeafOrigin origin) {

  /** The result of a command that ran, of which no more than the fuel is known. */
  public LeafResult(Outcome outcome, Content stdout, Content stderr, long fuelUsed) {
    this(outcome, stdout, stderr, Usage.ofFuel(fuelUsed), LeafOrigin.RAN);
  }

  /** What the command executed, in the units of the limits; 0 if nothing ran. */
  public long fuelUsed() {
    return usage.fuel();
  }
}
