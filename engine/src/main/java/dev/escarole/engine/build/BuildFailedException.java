package dev.escarole.engine.build;

import java.io.Serial;

/** Sources could not be built; the message says why, and what would make them build. */
public final class BuildFailedException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  /** Creates the failure of one build. */
  public BuildFailedException(String message) {
    super(message);
  }
}
