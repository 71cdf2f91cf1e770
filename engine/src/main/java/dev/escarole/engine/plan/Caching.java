package dev.escarole.engine.plan;

import org.jspecify.annotations.Nullable;

/** Whether the author lets the results of a leaf be kept and used again. */
public enum Caching {
  /** Nobody said anything at the leaf or above it. */
  UNSAID,
  /** Yes. */
  ON,
  /** No, whatever whoever launches the run asks for. */
  OFF;

  /** What an author has said; null for nothing. */
  static Caching of(@Nullable Boolean said) {
    if (said == null) {
      return UNSAID;
    }
    return said ? ON : OFF;
  }

  /**
   * Whether results may be kept and used again.
   *
   * @param otherwise what holds where the author said nothing
   */
  public boolean isOn(boolean otherwise) {
    return this == ON || (this == UNSAID && otherwise);
  }
}
