package dev.escarole.engine.command;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Thrown when an artifact is missing, unreadable, or does not match its hash. */
public final class ArtifactIntegrityException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  /** Says what is wrong with which artifact. */
  public ArtifactIntegrityException(String message) {
    super(message);
  }

  /** Says what is wrong with which artifact, and why. */
  public ArtifactIntegrityException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
