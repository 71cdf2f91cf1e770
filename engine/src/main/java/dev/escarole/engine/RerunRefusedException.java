package dev.escarole.engine;

/** A run cannot be run again in the way that was asked for; nothing was started. */
public final class RerunRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RerunRefusedException(String message) {
    super(message);
  }
}
