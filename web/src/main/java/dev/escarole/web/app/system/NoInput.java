package dev.escarole.web.app.system;

/** Of verbs that need nothing to be said. */
public record NoInput() {
  /** The only one. */
  public static final NoInput NONE = new NoInput();
}
