package dev.escarole.recipe.handle;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What becomes of an output stream of a command (Command Handle, section 3.3). */
public enum StreamMode {
  /** Captured; it is in the result. */
  PIPE,
  /** Discarded; it is not in the result. */
  IGNORE,
  /** Goes to the stream of the program that calls; it is not in the result. */
  INHERIT;

  /** The word that handles write. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The mode of a word, if there is one. */
  public static Optional<StreamMode> of(String word) {
    return Arrays.stream(values()).filter(mode -> mode.word().equals(word)).findFirst();
  }
}
