package dev.escarole.engine;

/** A run cannot be run again in the way that was asked for; nothing was started. */
public final class RerunRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean canBeForced;

  private RerunRefusedException(String message, boolean canBeForced) {
    super(message);
    this.canBeForced = canBeForced;
  }

  /** Something that force does not help against. */
  static RerunRefusedException always(String message) {
    return new RerunRefusedException(message, false);
  }

  /** A refusal that force overrides. */
  static RerunRefusedException unlessForced(String message) {
    return new RerunRefusedException(message, true);
  }

  /** Whether it would be done with force. */
  public boolean canBeForced() {
    return canBeForced;
  }
}
