package dev.escarole.engine;

import dev.escarole.engine.run.RunId;

/** Something else was launched under a key; nothing was started. */
public final class LaunchKeyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  LaunchKeyException(String key, RunId run) {
    super(
        "something else was launched under the key '%s': run %s; make a new key for each launch"
            .formatted(key, run));
  }
}
