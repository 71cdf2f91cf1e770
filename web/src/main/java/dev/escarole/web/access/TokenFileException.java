package dev.escarole.web.access;

import org.jspecify.annotations.Nullable;

/** The token file cannot be read, written or used. */
public final class TokenFileException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TokenFileException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
