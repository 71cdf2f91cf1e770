package dev.escarole.engine.broker;

import java.io.Serial;

/**
 * Thrown when a guest's HTTP request is not permitted. It ends the guest, which cannot catch it.
 */
public final class HttpDeniedException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message which request is denied, why, and what would permit it; without secrets
   */
  public HttpDeniedException(String message) {
    super(message, null, false, false);
  }
}
