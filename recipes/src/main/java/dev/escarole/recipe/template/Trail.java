package dev.escarole.recipe.template;

import org.jspecify.annotations.Nullable;

/**
 * The chain of defaults of a resolution, to detect cycles. Chains with the same start share a
 * count, which limits the work if each default mentions many others.
 */
record Trail(@Nullable Trail before, DefaultValue last, int length, Count taken) {
  private static final int MAX_LENGTH = 5;
  private static final int MOST_TAKEN = 10_000;

  /** Number of defaults used since the start. */
  private static final class Count {
    private int value;
  }

  /** Extends the chain by {@code next}; {@code before} is null for the first default. */
  static Trail through(@Nullable Trail before, String name, DefaultValue next) {
    if (before == null) {
      return new Trail(null, next, 0, new Count());
    }
    for (Trail trail = before; trail != null; trail = trail.before) {
      if (trail.last == next) {
        throw new TemplateException(
            Codes.DEFAULT_CYCLE,
            "the default of '" + name + "' refers to itself",
            "Give '" + name + "' a value, or break the cycle.");
      }
    }
    if (before.length == MAX_LENGTH) {
      throw tooDeep(name, "is more than " + MAX_LENGTH + "  defaults away from its use");
    }
    if (++before.taken.value > MOST_TAKEN) {
      throw tooDeep(name, "is reached in more than " + MOST_TAKEN + " ways");
    }
    return new Trail(before, next, before.length + 1, before.taken);
  }

  private static TemplateException tooDeep(String name, String why) {
    return new TemplateException(
        Codes.DEFAULT_TOO_DEEP,
        "the default of '" + name + "' " + why,
        "Shorten the chain of defaults.");
  }
}
