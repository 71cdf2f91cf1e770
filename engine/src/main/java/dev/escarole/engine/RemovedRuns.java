package dev.escarole.engine;

import dev.escarole.engine.store.Retention.KeptRun;
import java.util.List;

/**
 * Runs that were deleted and what that gave back. Immutable.
 *
 * @param runs those that are gone, newest first
 * @param outputBytes of outputs and inputs in the database that nothing else refers to
 * @param workspaceBytes of files in the runs' workspaces
 */
public record RemovedRuns(List<KeptRun> runs, long outputBytes, long workspaceBytes) {

  public RemovedRuns {
    runs = List.copyOf(runs);
  }
}
