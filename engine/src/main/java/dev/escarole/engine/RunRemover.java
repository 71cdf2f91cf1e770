package dev.escarole.engine;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.Retention.DeletedRuns;
import dev.escarole.engine.store.Retention.KeptRun;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.database.StoreException;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes runs together with their workspaces. Thread-safe. */
final class RunRemover {

  private static final Logger LOG = LoggerFactory.getLogger(RunRemover.class);

  private final RunStore store;
  private final Workspaces workspaces;
  private final InstantSource clock;

  RunRemover(RunStore store, Workspaces workspaces, InstantSource clock) {
    this.store = store;
    this.workspaces = workspaces;
    this.clock = clock;
  }

  /** The runs beyond these limits, newest first. */
  List<KeptRun> prunable(Retention limits) {
    return store.droppedBy(limits, clock.instant());
  }

  /** Total size of the workspaces of these runs, in bytes. */
  long workspaceBytes(List<KeptRun> runs) {
    return runs.stream().mapToLong(run -> workspaces.size(run.id())).sum();
  }

  RemovedRuns prune(Retention limits) {
    return remove(prunable(limits));
  }

  RemovedRuns delete(Set<RunId> runs) {
    return remove(store.kept().stream().filter(run -> runs.contains(run.id())).toList());
  }

  /** Prunes, and only logs failures. */
  void pruneQuietly(Retention limits) {
    try {
      RemovedRuns removed = prune(limits);
      if (!removed.runs().isEmpty()) {
        LOG.info(
            "Deleted {} old runs: {} bytes of output, {} bytes in workspaces",
            removed.runs().size(),
            removed.outputBytes(),
            removed.workspaceBytes());
      }
    } catch (StoreException e) {
      LOG.warn("Cannot delete old runs; will be retried in an hour", e);
    }
  }

  /** Workspaces are deleted after their runs: a crash leaves at most unused files. */
  private RemovedRuns remove(List<KeptRun> runs) {
    LongAdder bytes = new LongAdder();
    DeletedRuns deleted = store.delete(runs, id -> bytes.add(workspaces.remove(id)));
    return new RemovedRuns(deleted.runs(), deleted.outputBytes(), bytes.sum());
  }
}
