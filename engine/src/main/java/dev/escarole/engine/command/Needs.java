package dev.escarole.engine.command;

import java.time.Duration;

/**
 * What a program needs where the default {@link Limits} do not suffice. Immutable.
 *
 * @param memoryBytes linear memory in bytes; 0 if the default suffices
 * @param fuel fuel of one call; 0 likewise
 * @param wallClock time of one call, compiling it on first use included; zero likewise
 */
public record Needs(long memoryBytes, long fuel, Duration wallClock) {

  /** The default limits suffice. */
  public static final Needs NONE = new Needs(0, 0, Duration.ZERO);

  /**
   * Checks that the needs are within the ranges of {@link Limits}.
   *
   * @throws IllegalArgumentException if they are not; the message names the limit
   */
  public Needs {
    Limits unused =
        raised(Limits.defaults(), Math.max(0, memoryBytes), Math.max(0, fuel), wallClock);
  }

  /**
   * Returns the limits with each default value raised to what is needed. A value that differs from
   * the default was set by somebody and stays.
   */
  public Limits raise(Limits limits) {
    return equals(NONE) ? limits : raised(limits, memoryBytes, fuel, wallClock);
  }

  private static Limits raised(Limits limits, long memoryBytes, long fuel, Duration wallClock) {
    Limits usual = Limits.defaults();
    Limits raised = limits;
    if (limits.memoryBytes() == usual.memoryBytes() && memoryBytes > usual.memoryBytes()) {
      raised = raised.withMemoryBytes(memoryBytes);
    }
    if (limits.fuel() == usual.fuel() && fuel > usual.fuel()) {
      raised = raised.withFuel(fuel);
    }
    boolean longer = wallClock.compareTo(usual.wallClock()) > 0;
    if (limits.wallClock().equals(usual.wallClock()) && longer) {
      raised = raised.withWallClock(wallClock);
    }
    return raised;
  }
}
