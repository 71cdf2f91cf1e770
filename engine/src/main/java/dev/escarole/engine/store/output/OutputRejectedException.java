package dev.escarole.engine.store.output;

import org.jspecify.annotations.Nullable;

/** Thrown when a store will never accept an object, for instance because it is too large for it. */
public final class OutputRejectedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public OutputRejectedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
