package dev.escarole.engine.store;

import dev.escarole.engine.run.RunId;
import org.jspecify.annotations.Nullable;

/**
 * A run that has not ended. Immutable.
 *
 * @param epoch how often it was claimed; {@link RunStore#claim} wants to know
 * @param engine name of the engine that has claimed it last; null if that engine is gone
 * @param engineAlive whether that engine lives, and so carries the run out
 */
public record UnfinishedRun(RunId id, long epoch, @Nullable String engine, boolean engineAlive) {

  /** A row, before anybody looked whether the engine lives. */
  record Owned(RunId id, long epoch, long owner, @Nullable String name) {

    UnfinishedRun as(boolean alive) {
      return new UnfinishedRun(id, epoch, name, alive);
    }
  }
}
