package dev.escarole.recipe;

import java.util.Locale;

/** Whether a problem stops a recipe. */
public enum Severity {
  /** Nothing can be made of the recipe. */
  ERROR,
  /** The recipe works, and somebody should look at it. */
  WARNING;

  /** The word that messages use. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
