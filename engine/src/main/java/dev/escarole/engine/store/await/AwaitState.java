package dev.escarole.engine.store.await;

import java.util.Locale;

/** What has become of a wait; each but the first is final. */
public enum AwaitState {
  /** Nobody has answered, or not enough people. */
  OPEN,
  /** As many people as needed have approved. */
  APPROVED,
  /** Somebody has rejected. */
  REJECTED,
  /** The callback has come. */
  ANSWERED,
  /** Its time ran out. */
  EXPIRED,
  /** The step was cancelled. */
  CANCELLED;

  /** The state in lower case, as stored and printed. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The state with this word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static AwaitState ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
