package dev.escarole.engine.store.journal;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.StoreException;

/**
 * This engine no longer owns a run: another engine has claimed it, because this one seemed dead to
 * it, or the run was deleted. Nothing more of it is recorded here.
 */
public final class RunLostException extends StoreException {

  private static final long serialVersionUID = 1L;

  public RunLostException(RunId run) {
    super(
        "Run %s was claimed by another engine, to which this one seemed dead, or it was deleted."
                .formatted(run)
            + " This engine stops working on it; the list of runs shows where it is.",
        null);
  }
}
