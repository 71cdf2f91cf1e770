package dev.escarole.engine.plan;

import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.Deadline;
import dev.escarole.recipe.template.LimitException;
import dev.escarole.recipe.template.ResolutionMeter;
import dev.escarole.recipe.template.TemplateException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;

/**
 * Limits for the size and compilation time of a plan.
 *
 * @param maxSteps maximum number of steps, including groups and recoveries; default 1,000,000
 * @param maxFanOut maximum number of branches of a parallel node; default 1,000,000
 * @param maxBytes bytes of all arguments, labels and inputs of handles, counted for each copy;
 *     default 64 MiB. Four times as many intermediate characters are allowed
 * @param maxTime compilation time; default 10 seconds
 */
public record PlanLimits(int maxSteps, int maxFanOut, long maxBytes, Duration maxTime) {

  /** The default limits. */
  public static final PlanLimits DEFAULTS =
      new PlanLimits(1_000_000, 1_000_000, 64L << 20, Duration.ofSeconds(10));

  private static final int MADE_ON_THE_WAY = 4;

  public PlanLimits {
    positive("maxSteps", maxSteps);
    positive("maxFanOut", maxFanOut);
    positive("maxBytes", maxBytes);
    positive("maxTime in milliseconds", maxTime.toMillis());
  }

  public PlanLimits withMaxBytes(long bytes) {
    return new PlanLimits(maxSteps, maxFanOut, bytes, maxTime);
  }

  public PlanLimits withMaxTime(Duration time) {
    return new PlanLimits(maxSteps, maxFanOut, maxBytes, time);
  }

  ResolutionMeter meter(Deadline deadline) {
    boolean huge = maxBytes > Long.MAX_VALUE / MADE_ON_THE_WAY;
    return new ResolutionMeter(huge ? Long.MAX_VALUE : maxBytes * MADE_ON_THE_WAY, deadline);
  }

  /** The deadline of a compilation that starts now. */
  Deadline deadline(InstantSource clock) {
    return Deadline.after("plan-time", maxTime, clock);
  }

  void checkBytes(long bytes) {
    if (bytes > maxBytes) {
      throw new LimitException(
          Codes.PLAN_TOO_LARGE,
          String.format(
              Locale.ROOT,
              "the arguments, labels and inputs of all steps take more than %,d bytes"
                  + " (limit plan-size)",
              maxBytes),
          "Pass large texts in a file or on standard input, or use fewer repeats. An operator can"
              + " raise plan-size.");
    }
  }

  void checkSteps(int steps) {
    if (steps > maxSteps) {
      throw new TemplateException(
          "too-many-steps",
          String.format(
              Locale.ROOT,
              "the recipe expands to more than %,d steps (limit plan-steps)",
              maxSteps),
          "Reduce a repeat count, or split the recipe.");
    }
  }

  void checkFanOut(boolean parallel, int branches) {
    if (parallel && branches > maxFanOut) {
      throw new TemplateException(
          "fan-out-too-wide",
          String.format(
              Locale.ROOT,
              "a parallel node has %,d branches; at most %,d are allowed (limit plan-fan-out)",
              branches,
              maxFanOut),
          "Reduce the repeat count, or nest the branches in groups.");
    }
  }

  private static void positive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "PlanLimits.%s must be at least 1, was %d".formatted(name, value));
    }
  }
}
