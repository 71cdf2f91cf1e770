package dev.escarole.engine.store.database;

import dev.escarole.engine.store.journal.Presence;
import org.jdbi.v3.core.Handle;

/**
 * How an engine shows that it lives, and sees whether another does. Used under the lock of its
 * {@link Presence}, except for {@link #isAlive}, which any thread may call.
 */
public interface Liveness {

  /** Shows that the engine of this number lives, unless that is so. */
  void show(long engine);

  /** Notices that it is no longer shown, such as after a server has gone away. */
  default void check() {}

  /** Whether the engine with this number and name lives. */
  boolean isAlive(Handle handle, long engine, String name);

  /** Shows no longer that the engine of this number lives. */
  void close(long engine);
}
