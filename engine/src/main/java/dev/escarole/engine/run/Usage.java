package dev.escarole.engine.run;

import dev.escarole.engine.command.Limits;
import org.jspecify.annotations.Nullable;

/**
 * Resources used by an attempt, and their limits. Immutable.
 *
 * @param fuel consumed fuel; 0 if nothing ran
 * @param peakMemoryBytes maximum size of its linear memory; null if unknown or nothing ran
 * @param limits limits in force, without the step's own timeout; null if unknown or no call was
 *     made
 */
public record Usage(long fuel, @Nullable Long peakMemoryBytes, @Nullable Limits limits) {

  /** Only the fuel is known. */
  public static Usage ofFuel(long fuel) {
    return new Usage(fuel, null, null);
  }
}
