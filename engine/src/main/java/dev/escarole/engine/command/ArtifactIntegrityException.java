package dev.escarole.engine.command;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Thrown when an artifact is missing, unreadable, or does not match its hash. */
public final class ArtifactIntegrityException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  /** Creates the exception. */
  public ArtifactIntegrityException(String message) {
    super(message);
  }

  /** Creates the exception with a cause. */
  public ArtifactIntegrityException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
