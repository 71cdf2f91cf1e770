package dev.escarole.engine.inbox;

/** An inbox cannot be used, or one of its files not be retried; the message says why. */
public final class InboxException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Kind kind;

  InboxException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** What is wrong. */
  public Kind kind() {
    return kind;
  }

  /** What can be wrong. */
  public enum Kind {
    /** The directory cannot be an inbox. */
    DIRECTORY,
    /** There is no such file. */
    NO_SUCH_FILE,
    /** Another file stands in the way. */
    NAME_TAKEN
  }
}
