package dev.escarole.engine.wasm;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** An artifact is intact but nothing that can be run here; the message completes "the artifact". */
final class NotAProgramException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  NotAProgramException(@Nullable String message) {
    super(message);
  }
}
