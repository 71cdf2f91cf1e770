package dev.escarole.engine.command;

/** A file or directory of the engine that others could have written. Nothing was read of it. */
public final class UnsafeFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnsafeFileException(String message) {
    super(message);
  }
}
