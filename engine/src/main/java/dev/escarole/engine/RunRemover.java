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

  /** The runs that these limits let go, newest first. */
  List<KeptRun> prunable(Retention limits) {
    return store.droppedBy(limits, clock.instant());
  }

  /** Bytes of files in the workspaces of these runs. */
  long workspaceBytes(List<KeptRun> runs) {
    return runs.stream().mapToLong(run -> workspaces.size(run.id())).sum();
  }

  RemovedRuns prune(Retention limits) {
    return remove(prunable(limits));
  }

  RemovedRuns delete(Set<RunId> runs) {
    return remove(store.kept().stream().filter(run -> runs.contains(run.id())).toList());
  }

  /** Prunes beside other work, which goes on whether that works or not. */
  void pruneQuietly(Retention limits) {
    try {
      RemovedRuns removed = prune(limits);
      if (!removed.runs().isEmpty()) {
        LOG.info(
            "{} old runs are deleted: {} bytes of output, {} bytes in workspaces",
            removed.runs().size(),
            removed.outputBytes(),
            removed.workspaceBytes());
      }
    } catch (StoreException e) {
      LOG.warn("Old runs cannot be deleted now; the next try is in an hour", e);
    }
  }

  /** A workspace goes after its run: a crash between leaves files that nobody needs, at worst. */
  private RemovedRuns remove(List<KeptRun> runs) {
    LongAdder bytes = new LongAdder();
    DeletedRuns deleted = store.delete(runs, id -> bytes.add(workspaces.remove(id)));
    return new RemovedRuns(deleted.runs(), deleted.outputBytes(), bytes.sum());
  }
}
