package dev.escarole.engine.command;

/** What the result of an invocation depends on, as far as it was observed. */
public enum Purity {
  /** Perhaps on more than program and invocation: files, time, chance, other commands. */
  IMPURE,
  /**
   * On the program and on what the invocation gave alone: name, arguments, environment, standard
   * input, limits, and under which names directories were granted.
   */
  HERMETIC,
  /** On these alone, and nothing ran: it was kept when an equal invocation ran. */
  CACHED
}
