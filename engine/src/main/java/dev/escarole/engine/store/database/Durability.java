package dev.escarole.engine.store.database;

/**
 * The kind of crash that a run survives once its start has returned or its end has been reported.
 * Events in between are committed in groups; steps lost in a crash run again.
 */
public enum Durability {

  /**
   * A crash of this process. If the machine itself crashes, H2 may lose what the operating system
   * had not written; PostgreSQL does what its server is configured to do.
   */
  PROCESS,

  /**
   * A crash of the machine, if disks keep what they report as written. H2 waits for the disk after
   * every group; PostgreSQL at every commit, and a server with fsync off is refused.
   */
  MACHINE
}
