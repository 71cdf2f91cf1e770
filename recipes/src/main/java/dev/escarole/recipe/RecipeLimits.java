package dev.escarole.recipe;

import dev.escarole.recipe.template.Deadline;
import java.time.Duration;
import java.time.InstantSource;

/**
 * What a recipe may cost.
 *
 * @param maxBytes size of the file in bytes; default 1 MiB
 * @param maxDepth objects and arrays inside each other; default 64
 * @param maxSteps steps of the plan that it expands to; default 1,000,000; held by whoever compiles
 *     the plan
 * @param maxTime time that reading one file may take, with the handles in it; default 10 seconds
 */
public record RecipeLimits(int maxBytes, int maxDepth, int maxSteps, Duration maxTime) {
  /** The limits that hold unless an operator sets others. */
  public static final RecipeLimits DEFAULTS =
      new RecipeLimits(1 << 20, 64, 1_000_000, Duration.ofSeconds(10));

  /** Deeper recursion than this could outgrow a thread's stack. */
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

  /** The time by which reading has to be over that begins now. */
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
