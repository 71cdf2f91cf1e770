package dev.escarole.recipe.template;

import org.jspecify.annotations.Nullable;

/**
 * The defaults that a resolution has come through, so that it ends even when they lead in a circle.
 */
record Trail(@Nullable Trail before, DefaultValue last, int length) {
  private static final int MAX_LENGTH = 5;

  /** The trail that goes on through {@code next}; the first step of a trail starts from null. */
  static Trail through(@Nullable Trail before, String name, DefaultValue next) {
    for (Trail trail = before; trail != null; trail = trail.before) {
      if (trail.last == next) {
        throw new TemplateException(
            Codes.DEFAULT_CYCLE,
            "the default of '" + name + "' leads back to itself",
            "Give '" + name + "' a value, or break the circle.");
      }
    }
    int length = before == null ? 0 : before.length + 1;
    if (length > MAX_LENGTH) {
      throw new TemplateException(
          Codes.DEFAULT_TOO_DEEP,
          "the default of '"
              + name
              + "' is more than "
              + MAX_LENGTH
              + " defaults away from where it is used",
          "Shorten the chain of defaults.");
    }
    return new Trail(before, next, length);
  }
}
