package dev.escarole.engine.store.database;

/**
 * What a run outlives, once the call that started it has returned or its end was told. What happens
 * between start and end is committed in groups; steps that a crash takes back run again.
 */
public enum Durability {

  /**
   * A crash of this process. On H2 the file may lack what the operating system had not written when
   * the machine itself stopped; a PostgreSQL server does what it is set up to do.
   */
  PROCESS,

  /**
   * A crash of the machine, as far as disks keep what they say is written. H2 waits for the disk
   * after every group; PostgreSQL at every commit, and a server that was told not to is refused.
   */
  MACHINE
}
