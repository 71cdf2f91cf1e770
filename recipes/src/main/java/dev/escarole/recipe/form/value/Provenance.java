package dev.escarole.recipe.form.value;

import java.util.Locale;

/** Who wrote a value: the author of the form, or whoever calls it. */
public enum Provenance {
  /** All of it stands in the form. */
  LITERAL,
  /** A text that begins as the form writes it and goes on with what the caller gave. */
  MIXED,
  /** A number that the caller gave, printed. It may begin with a minus sign and be no flag. */
  NUMBER,
  /** It is, or begins with, what the caller gave. */
  DYNAMIC;

  /** The word that output uses. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
