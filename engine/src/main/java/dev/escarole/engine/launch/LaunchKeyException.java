package dev.escarole.engine.launch;

import dev.escarole.engine.run.RunId;

/** The key was already used for another launch; nothing was started. */
public final class LaunchKeyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public LaunchKeyException(String key, RunId run) {
    super(
        "the key '%s' was already used for another launch: run %s; use a new key for each launch"
            .formatted(key, run));
  }
}
