package dev.escarole.engine.launch;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.UnfinishedRun;
import dev.escarole.engine.store.database.StoreException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives up runs that this engine owns and does not know of: the database had carried out a claim,
 * and its answer was lost. Any engine can claim them then. Thread-safe.
 */
public final class StrayRuns {

  private static final Logger LOG = LoggerFactory.getLogger(StrayRuns.class);

  /** A lost statement may still be at work in the database when it is looked for first. */
  private static final int LOOKS = 3;

  private final RunStore store;
  private final Supplier<? extends Collection<RunId>> held;
  private final AtomicInteger looks = new AtomicInteger();

  /** Those of the last look: a run that is being launched is not known for a moment. */
  private Set<RunId> before = Set.of();

  /**
   * @param held the runs that this engine knows of
   */
  public StrayRuns(RunStore store, Supplier<? extends Collection<RunId>> held) {
    this.store = store;
    this.held = held;
  }

  /** The answer to a claim was lost. */
  public void doubt() {
    looks.set(LOOKS);
  }

  /**
   * Looks for them, if there can be any, and gives up those that were there the last time.
   *
   * @throws StoreException if the database does not answer
   */
  public synchronized void look() {
    if (looks.get() == 0) {
      return;
    }
    Set<RunId> strays = unknown();
    for (RunId id : strays) {
      if (before.contains(id)) {
        LOG.warn("Run {} was claimed without an answer; it is left to any node", id);
        store.nodes().release(id);
      }
    }
    before = strays;
    looks.decrementAndGet();
  }

  private Set<RunId> unknown() {
    String own = store.nodes().ownName();
    Set<RunId> strays = new HashSet<>();
    for (UnfinishedRun run : store.unfinished()) {
      if (own.equals(run.engine())) {
        strays.add(run.id());
      }
    }
    strays.removeAll(Set.copyOf(held.get()));
    return strays;
  }
}
