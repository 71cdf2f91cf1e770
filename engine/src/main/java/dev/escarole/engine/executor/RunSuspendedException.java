package dev.escarole.engine.executor;

import dev.escarole.engine.run.RunId;

/** The engine went away before the run was over; the next engine of these runs goes on with it. */
public final class RunSuspendedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RunSuspendedException(RunId run) {
    super("run " + run + " was suspended; it goes on when its engine is opened again");
  }
}
