package dev.escarole.engine.run;

import dev.escarole.engine.command.Outcome;

/**
 * What one attempt of a leaf came to.
 *
 * @param stdout what the command printed, possibly cut at the output limit
 * @param stderr what it said for diagnosis, likewise
 * @param fuelUsed what it executed, in the units of the limits; 0 if nothing ran
 * @param origin whether the command ran for it
 */
public record LeafResult(
    Outcome outcome, Content stdout, Content stderr, long fuelUsed, LeafOrigin origin) {

  /** The result of a command that ran. */
  public LeafResult(Outcome outcome, Content stdout, Content stderr, long fuelUsed) {
    this(outcome, stdout, stderr, fuelUsed, LeafOrigin.RAN);
  }
}
