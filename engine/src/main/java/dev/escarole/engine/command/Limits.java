package dev.escarole.engine.command;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits of one invocation. Immutable; values are checked on construction.
 *
 * @param wallClock how long the guest may run, waiting included: 1 ms to 24 h, default 30 s
 * @param memoryBytes maximum size of the guest's linear memory: 64 KiB to 2 GiB - 64 KiB, default
 *     256 MiB, rounded down to pages of 64 KiB. Memory is only allocated when used
 * @param stdinBytes maximum size of standard input: 0 to 1 GiB, default 64 MiB
 * @param argvBytes maximum size of the arguments, each with a terminating byte, without the name: 0
 *     to 16 MiB, default 256 KiB
 * @param outputBytes maximum size of standard output and, separately, of standard error; a guest
 *     that writes more is stopped: 0 to 1 GiB, default 8 MiB
 * @param fuel how much the guest may execute: one unit per instruction, plus one per 16 bytes or
 *     entries that a bulk instruction moves: 1 to 10^18, default 5,000,000,000. Deterministic for
 *     the same program and input
 */
public record Limits(
    Duration wallClock,
    long memoryBytes,
    long stdinBytes,
    long argvBytes,
    long outputBytes,
    long fuel) {

  private static final long KIB = 1024;
  private static final long MIB = 1024 * KIB;
  private static final long GIB = 1024 * MIB;
  private static final long FUEL = 5_000_000_000L;
  private static final long MOST_FUEL = 1_000_000_000_000_000_000L;
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofHours(24);
  private static final Limits DEFAULTS =
      new Limits(Duration.ofSeconds(30), 256 * MIB, 64 * MIB, 256 * KIB, 8 * MIB, FUEL);

  /**
   * Checks every value.
   *
   * @throws IllegalArgumentException if a value is out of its range; the message names the field,
   *     the range and the value
   */
  public Limits {
    if (wallClock.compareTo(SHORTEST) < 0 || wallClock.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "Limits.wallClock must be 1 ms to 24 h (default 30 s), was " + wallClock);
    }
    check("memoryBytes", memoryBytes, 64 * KIB, 2 * GIB - 64 * KIB, 256 * MIB);
    check("stdinBytes", stdinBytes, 0, GIB, 64 * MIB);
    check("argvBytes", argvBytes, 0, 16 * MIB, 256 * KIB);
    check("outputBytes", outputBytes, 0, GIB, 8 * MIB);
    check("fuel", fuel, 1, MOST_FUEL, FUEL);
  }

  /** Returns the default limits. */
  public static Limits defaults() {
    return DEFAULTS;
  }

  /** Returns these limits with another wall clock. */
  public Limits withWallClock(Duration value) {
    return new Limits(value, memoryBytes, stdinBytes, argvBytes, outputBytes, fuel);
  }

  /** Returns these limits with another memory limit. */
  public Limits withMemoryBytes(long value) {
    return new Limits(wallClock, value, stdinBytes, argvBytes, outputBytes, fuel);
  }

  /** Returns these limits with another limit for standard input. */
  public Limits withStdinBytes(long value) {
    return new Limits(wallClock, memoryBytes, value, argvBytes, outputBytes, fuel);
  }

  /** Returns these limits with another limit for the arguments. */
  public Limits withArgvBytes(long value) {
    return new Limits(wallClock, memoryBytes, stdinBytes, value, outputBytes, fuel);
  }

  /** Returns these limits with another limit for each of the two outputs. */
  public Limits withOutputBytes(long value) {
    return new Limits(wallClock, memoryBytes, stdinBytes, argvBytes, value, fuel);
  }

  /** Returns these limits with another fuel limit. */
  public Limits withFuel(long value) {
    return new Limits(wallClock, memoryBytes, stdinBytes, argvBytes, outputBytes, value);
  }

  /**
   * Returns these limits with a wall clock of at most {@code timeout}: a recipe's timeout can only
   * shorten what the operator allows. A timeout below 1 ms counts as 1 ms.
   */
  public Limits narrowedTo(Duration timeout) {
    if (timeout.compareTo(wallClock) >= 0) {
      return this;
    }
    return withWallClock(timeout.compareTo(SHORTEST) < 0 ? SHORTEST : timeout);
  }

  /** Returns the smaller of each of these limits and the one in {@code most}. */
  public Limits within(Limits most) {
    Limits smaller =
        new Limits(
            wallClock.compareTo(most.wallClock) <= 0 ? wallClock : most.wallClock,
            Math.min(memoryBytes, most.memoryBytes),
            Math.min(stdinBytes, most.stdinBytes),
            Math.min(argvBytes, most.argvBytes),
            Math.min(outputBytes, most.outputBytes),
            Math.min(fuel, most.fuel));
    return smaller.equals(this) ? this : smaller;
  }

  private static void check(String field, long value, long least, long most, long preset) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "Limits.%s must be %d..%d (default %d), was %d"
              .formatted(field, least, most, preset, value));
    }
  }

  /** Written by hand: the generated method of a record is slow on first use. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Limits that
        && wallClock.equals(that.wallClock)
        && memoryBytes == that.memoryBytes
        && stdinBytes == that.stdinBytes
        && argvBytes == that.argvBytes
        && outputBytes == that.outputBytes
        && fuel == that.fuel;
  }

  @Override
  public int hashCode() {
    int hash = wallClock.hashCode();
    hash = 31 * hash + Long.hashCode(memoryBytes);
    hash = 31 * hash + Long.hashCode(stdinBytes);
    hash = 31 * hash + Long.hashCode(argvBytes);
    hash = 31 * hash + Long.hashCode(outputBytes);
    return 31 * hash + Long.hashCode(fuel);
  }
}
