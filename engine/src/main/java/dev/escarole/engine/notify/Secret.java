package dev.escarole.engine.notify;

/** A text that is never shown. Immutable. */
final class Secret {

  private static final String HIDDEN = "…";

  /** Shorter ones would make errors unreadable, and are no secrets. */
  private static final int SHORTEST = 6;

  private final String value;

  Secret(String value) {
    this.value = value;
  }

  String reveal() {
    return value;
  }

  /** Returns a text without this secret. */
  String hiddenIn(String text) {
    return value.length() < SHORTEST ? text : text.replace(value, HIDDEN);
  }

  @Override
  public String toString() {
    return HIDDEN;
  }
}
