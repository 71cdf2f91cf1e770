package dev.escarole.engine;

/** A rerun was refused; nothing was started. */
public final class RerunRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean canBeForced;

  private RerunRefusedException(String message, boolean canBeForced) {
    super(message);
    this.canBeForced = canBeForced;
  }

  static RerunRefusedException always(String message) {
    return new RerunRefusedException(message, false);
  }

  static RerunRefusedException unlessForced(String message) {
    return new RerunRefusedException(message, true);
  }

  /** Whether force overrides it. */
  public boolean canBeForced() {
    return canBeForced;
  }
}
