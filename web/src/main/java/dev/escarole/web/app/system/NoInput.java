package dev.escarole.web.app.system;

/** The request of verbs without inputs. */
public record NoInput() {
  /** The only one. */
  public static final NoInput NONE = new NoInput();
}
