package dev.escarole.engine.plan;

import org.jspecify.annotations.Nullable;

/** Whether the author allows caching the results of a leaf. */
public enum Caching {
  /** Not set on the leaf or above it. */
  UNSAID,
  /** Allowed. */
  ON,
  /** Forbidden, regardless of the launch. */
  OFF;

  static Caching of(@Nullable Boolean said) {
    if (said == null) {
      return UNSAID;
    }
    return said ? ON : OFF;
  }

  /**
   * Whether results are cached.
   *
   * @param otherwise the default of the launch
   */
  public boolean isOn(boolean otherwise) {
    return this == ON || (this == UNSAID && otherwise);
  }
}
