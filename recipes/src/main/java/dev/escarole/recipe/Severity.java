package dev.escarole.recipe;

import java.util.Locale;

/** Whether a problem stops a recipe. */
public enum Severity {
  /** The recipe cannot be used. */
  ERROR,
  /** The recipe can be used but should be reviewed. */
  WARNING;

  /** The word that messages use. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
