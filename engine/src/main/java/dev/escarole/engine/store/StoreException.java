package dev.escarole.engine.store;

import org.jspecify.annotations.Nullable;

/** The store could not do what it was asked to; the message says what to do next. */
public final class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
