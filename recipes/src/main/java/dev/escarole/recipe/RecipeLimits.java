package dev.escarole.recipe;

import dev.escarole.recipe.template.Deadline;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Limits for reading and compiling a recipe.
 *
 * @param maxBytes size of the file in bytes; default 1 MiB
 * @param maxDepth nesting of objects and arrays; default 64
 * @param maxSteps steps in the compiled plan; default 1,000,000; enforced by the plan compiler
 * @param maxTime time to read one file, including the handles in it; default 10 seconds
 */
public record RecipeLimits(int maxBytes, int maxDepth, int maxSteps, Duration maxTime) {
  /** The default limits. */
  public static final RecipeLimits DEFAULTS =
      new RecipeLimits(1 << 20, 64, 1_000_000, Duration.ofSeconds(10));

  /** Deeper recursion could overflow a thread's stack. */
  private static final int DEEPEST = 200;

  public RecipeLimits {
    atLeastOne("maxBytes", maxBytes);
    atLeastOne("maxDepth", maxDepth);
    atLeastOne("maxSteps", maxSteps);
    if (maxTime.isNegative() || maxTime.isZero()) {
      throw new IllegalArgumentException(
          "RecipeLimits.maxTime must be more than 0, was " + maxTime);
    }
    if (maxDepth > DEEPEST) {
      throw new IllegalArgumentException(
          "RecipeLimits.maxDepth must be at most " + DEEPEST + ", was " + maxDepth);
    }
  }

  /** Returns the deadline for a reading that starts now. */
  public Deadline deadline(InstantSource clock) {
    return Deadline.after("read-time", maxTime, clock);
  }

  private static void atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "RecipeLimits." + name + " must be at least 1, was " + value);
    }
  }
}
