package dev.escarole.engine.executor;

import dev.escarole.engine.run.RunId;

/** The engine was closed before the run was over; the next engine resumes it. */
public final class RunSuspendedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RunSuspendedException(RunId run) {
    super("run " + run + " was suspended; it is resumed when the engine is opened again");
  }
}
