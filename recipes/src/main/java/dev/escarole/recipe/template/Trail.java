package dev.escarole.recipe.template;

import org.jspecify.annotations.Nullable;

/**
 * The defaults that a resolution has come through, so that it ends even when they lead in a circle.
 * All trails that branch off from one start share a count, so that it ends soon even when each
 * default mentions many others.
 */
record Trail(@Nullable Trail before, DefaultValue last, int length, Count taken) {
  private static final int MAX_LENGTH = 5;
  private static final int MOST_TAKEN = 10_000;

  /** How many defaults were taken since the start. */
  private static final class Count {
    private int value;
  }

  /** The trail that goes on through {@code next}; the first step of a trail starts from null. */
  static Trail through(@Nullable Trail before, String name, DefaultValue next) {
    if (before == null) {
      return new Trail(null, next, 0, new Count());
    }
    for (Trail trail = before; trail != null; trail = trail.before) {
      if (trail.last == next) {
        throw new TemplateException(
            Codes.DEFAULT_CYCLE,
            "the default of '" + name + "' leads back to itself",
            "Give '" + name + "' a value, or break the circle.");
      }
    }
    if (before.length == MAX_LENGTH) {
      throw tooDeep(name, "is more than " + MAX_LENGTH + " defaults away from where it is used");
    }
    if (++before.taken.value > MOST_TAKEN) {
      throw tooDeep(name, "is reached on more than " + MOST_TAKEN + " ways");
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
