package dev.escarole.engine.store.database;

import dev.escarole.engine.store.journal.Presence;
import org.jdbi.v3.core.Handle;

/**
 * Shows that an engine is alive, and checks whether others are. Used under the lock of its {@link
 * Presence}, except for {@link #isAlive}, which is thread-safe.
 */
public interface Liveness {

  /** Shows that the engine with this number is alive, unless already shown. */
  void show(long engine);

  /** Detects that it is no longer shown, for example after the server was restarted. */
  default void check() {}

  /**
   * Reports that the engine with this number is alive.
   *
   * @param report what it tells about itself, as JSON
   * @return false if it is not registered any more
   * @throws StoreException if the database does not answer
   */
  default boolean beat(long engine, String report) {
    return true;
  }

  /**
   * Whether the engine with this number and name is alive.
   *
   * @param gone whether its process is known to have ended
   */
  boolean isAlive(Handle handle, long engine, String name, boolean gone);

  /** Stops showing that the engine with this number is alive. */
  void close(long engine);
}
