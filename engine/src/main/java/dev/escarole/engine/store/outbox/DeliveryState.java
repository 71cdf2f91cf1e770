package dev.escarole.engine.store.outbox;

import java.util.Locale;

/** What has become of a delivery. */
public enum DeliveryState {
  /** It is to be sent, for the first time or again. */
  DUE,
  /** The receiver has accepted it. */
  SENT,
  /** It was given up; people can send it again. */
  DEAD,
  /** Its channel had too much to tell, so another delivery counts it; people can send it. */
  HELD;

  /** The state in lower case, as stored and printed. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The state with this word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static DeliveryState ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
