package dev.escarole.engine;

import dev.escarole.engine.run.RunId;
import org.jspecify.annotations.Nullable;

/** A run cannot be resumed; the message says why. */
public final class CannotResumeException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CannotResumeException(RunId run, String why, @Nullable Throwable cause) {
    super("run " + run + " cannot be resumed: " + why, cause);
  }
}
