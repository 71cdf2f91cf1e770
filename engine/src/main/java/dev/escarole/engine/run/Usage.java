package dev.escarole.engine.run;

import dev.escarole.engine.command.Limits;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt used of what it might. Immutable.
 *
 * @param fuel what the command executed, in the units of the limits; 0 if nothing ran
 * @param peakMemoryBytes the largest size of its linear memory; null if nothing ran, or if it was
 *     recorded by a version that did not know
 * @param limits those in force, before the step's own timeout, which can shorten the wall clock;
 *     null if no call was made, or if it was recorded by a version that did not keep them
 */
public record Usage(long fuel, @Nullable Long peakMemoryBytes, @Nullable Limits limits) {

  /** So much fuel, and nothing known of the rest. */
  public static Usage ofFuel(long fuel) {
    return new Usage(fuel, null, null);
  }
}
