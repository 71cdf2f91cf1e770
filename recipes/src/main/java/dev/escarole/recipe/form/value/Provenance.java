package dev.escarole.recipe.form.value;

import java.util.Locale;

/** The origin of a value: the author of the form or its caller. */
public enum Provenance {
  /** Written in the form. */
  LITERAL,
  /** A text that starts with text of the form and continues with the caller's. */
  MIXED,
  /** A caller's number as text. It may start with a minus sign without being a flag. */
  NUMBER,
  /** The caller's value, or a text that starts with it. */
  DYNAMIC;

  /** The word for output. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
