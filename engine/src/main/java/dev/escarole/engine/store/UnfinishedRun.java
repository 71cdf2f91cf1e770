package dev.escarole.engine.store;

import dev.escarole.engine.run.RunId;
import org.jspecify.annotations.Nullable;

/**
 * A run that has not ended. Immutable.
 *
 * @param epoch how often it was claimed; passed to {@link RunStore#claim}
 * @param engine name of its owner; null if that engine is not registered any more
 * @param engineAlive whether that engine is alive, and so is executing the run
 * @param owner number of that engine
 * @param queued whether it has not started
 */
public record UnfinishedRun(
    RunId id,
    long epoch,
    @Nullable String engine,
    boolean engineAlive,
    long owner,
    boolean queued) {

  /** A row, before its engine is checked. */
  record Owned(RunId id, long epoch, long owner, @Nullable String name, boolean queued) {

    UnfinishedRun as(boolean alive) {
      return new UnfinishedRun(id, epoch, name, alive, owner, queued);
    }
  }
}
