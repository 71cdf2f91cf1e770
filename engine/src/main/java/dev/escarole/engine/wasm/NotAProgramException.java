package dev.escarole.engine.wasm;

import java.io.Serial;

/** An artifact is intact but nothing that can be run here; the message completes "the artifact". */
final class NotAProgramException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  NotAProgramException(String message) {
    super(message);
  }
}
