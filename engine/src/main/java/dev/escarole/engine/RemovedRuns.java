package dev.escarole.engine;

import dev.escarole.engine.store.Retention.KeptRun;
import java.util.List;

/**
 * Deleted runs and the space that was freed. Immutable.
 *
 * @param runs the deleted runs, newest first
 * @param outputBytes size of deleted outputs and inputs in the database
 * @param workspaceBytes size of deleted workspaces
 */
public record RemovedRuns(List<KeptRun> runs, long outputBytes, long workspaceBytes) {

  public RemovedRuns {
    runs = List.copyOf(runs);
  }
}
