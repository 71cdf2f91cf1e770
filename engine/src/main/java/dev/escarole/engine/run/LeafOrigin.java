package dev.escarole.engine.run;

import java.util.Locale;

/** Where the result of an attempt comes from. */
public enum LeafOrigin {
  /** The command ran. */
  RAN,
  /** It was reused from the run that this one reruns. */
  REUSED,
  /** It was cached from an equal call. */
  CACHED;

  /** The origin in lower case, as stored and printed. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The origin with this word.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static LeafOrigin ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
