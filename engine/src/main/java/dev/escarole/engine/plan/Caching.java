package dev.escarole.engine.plan;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Whether the author lets the results of a leaf be kept and used again. */
public enum Caching {
  /** Nobody said anything at the leaf or above it. */
  UNSAID,
  /** Yes. */
  ON,
  /** No, whatever whoever launches the run asks for. */
  OFF;

  /** The word that is stored. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The value of a stored word.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Caching ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** What holds in a node that says this, or nothing, where this holds around it. */
  Caching within(@Nullable Boolean said) {
    if (said == null) {
      return this;
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
