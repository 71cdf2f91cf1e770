package dev.escarole.engine.run;

import java.util.Locale;

/** Where the result of an attempt comes from. */
public enum LeafOrigin {
  /** The command ran. */
  RAN,
  /** It was taken over from the run that this one runs again; nothing ran. */
  REUSED,
  /** It was kept when an equal call of the command ran; nothing ran. */
  CACHED;

  /** The origin in lower case, as stored and printed. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The origin of a printed word.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static LeafOrigin ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
