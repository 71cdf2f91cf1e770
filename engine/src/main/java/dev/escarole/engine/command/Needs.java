package dev.escarole.engine.command;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a program needs to run: more than the default {@link Limits}, directories that come with it,
 * environment variables. Immutable.
 *
 * @param memoryBytes linear memory in bytes; 0 if the default suffices
 * @param fuel fuel of one call; 0 likewise
 * @param wallClock time of one call, compiling it on first use included; zero likewise
 * @param trees directories that each call sees, unless its caller mounts another one there
 * @param environment variables of each call, unless its caller sets them
 */
public record Needs(
    long memoryBytes,
    long fuel,
    Duration wallClock,
    List<ProgramTree> trees,
    Map<String, String> environment) {

  /** The default limits suffice, and nothing comes with it. */
  public static final Needs NONE = new Needs(0, 0, Duration.ZERO, List.of(), Map.of());

  /**
   * Checks that the limits are within the ranges of {@link Limits}.
   *
   * @throws IllegalArgumentException if they are not; the message names the limit
   */
  public Needs {
    trees = List.copyOf(trees);
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    Limits unused =
        raised(Limits.defaults(), Math.max(0, memoryBytes), Math.max(0, fuel), wallClock);
  }

  /**
   * Returns the limits with each default value raised to what is needed. A value that differs from
   * the default was set by somebody and stays.
   */
  public Limits raise(Limits limits) {
    boolean none = memoryBytes == 0 && fuel == 0 && wallClock.isZero();
    return none ? limits : raised(limits, memoryBytes, fuel, wallClock);
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
