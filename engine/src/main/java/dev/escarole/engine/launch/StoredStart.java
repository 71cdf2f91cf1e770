package dev.escarole.engine.launch;

import dev.escarole.engine.executor.Launch;
import dev.escarole.engine.executor.LiveRun;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.database.StoreException;
import java.time.InstantSource;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads stored runs that have not begun, and hands them to the executor. Thread-safe. */
final class StoredStart {

  private static final Logger LOG = LoggerFactory.getLogger(StoredStart.class);

  private final RunStore store;
  private final LaunchQueue.Loader loader;
  private final InstantSource clock;

  StoredStart(RunStore store, LaunchQueue.Loader loader, InstantSource clock) {
    this.store = store;
    this.loader = loader;
    this.clock = clock;
  }

  /**
   * Carries out a run of this engine. As with interrupted runs, one that cannot be read fails and
   * must not stop the others.
   *
   * @param how starts it or ends it
   * @param done is called before its handle is told
   * @throws StoreException if the database does not answer; nothing has happened
   */
  void carryOut(QueuedRun run, Function<Launch, LiveRun> how, Runnable done) {
    try {
      LiveRun live = how.apply(loader.load(run));
      done.run();
      run.started().complete(live);
    } catch (RuntimeException e) {
      if (e instanceof StoreException trouble && trouble.isTransient()) {
        throw e;
      }
      LOG.error("The queued run {} cannot be read; it was ended as failed", run.id(), e);
      store.fail(run.id(), clock.instant(), "it could not be started: " + e.getMessage());
      done.run();
      run.started().completeExceptionally(e);
    }
  }
}
