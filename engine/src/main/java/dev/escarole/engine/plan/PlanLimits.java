package dev.escarole.engine.plan;

import dev.escarole.recipe.template.TemplateException;
import java.util.Locale;

/**
 * How large a plan may grow.
 *
 * @param maxSteps most steps of one plan, groups and recoveries counted; 1,000,000 unless set
 * @param maxFanOut most branches of one parallel node; 1,000,000 unless set
 */
public record PlanLimits(int maxSteps, int maxFanOut) {

  /** The limits of an engine that sets none of its own. */
  public static final PlanLimits DEFAULTS = new PlanLimits(1_000_000, 1_000_000);

  public PlanLimits {
    positive("maxSteps", maxSteps);
    positive("maxFanOut", maxFanOut);
  }

  public PlanLimits withMaxSteps(int steps) {
    return new PlanLimits(steps, maxFanOut);
  }

  public PlanLimits withMaxFanOut(int branches) {
    return new PlanLimits(maxSteps, branches);
  }

  void checkSteps(int steps) {
    if (steps > maxSteps) {
      throw new TemplateException(
          "too-many-steps",
          String.format(Locale.ROOT, "the recipe expands to more than %,d steps", maxSteps),
          "Lower a repeat count, or split the recipe.");
    }
  }

  void checkFanOut(boolean parallel, int branches) {
    if (parallel && branches > maxFanOut) {
      throw new TemplateException(
          "fan-out-too-wide",
          String.format(
              Locale.ROOT,
              "a parallel node has %,d branches; at most %,d are allowed",
              branches,
              maxFanOut),
          "Lower the repeat count, or nest the branches in groups.");
    }
  }

  private static void positive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "PlanLimits.%s must be at least 1, was %d".formatted(name, value));
    }
  }
}
