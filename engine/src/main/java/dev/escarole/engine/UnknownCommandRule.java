package dev.escarole.engine;

/** Treatment of recipes with unknown commands. */
public enum UnknownCommandRule {
  /** Nothing starts. */
  REFUSE,

  /**
   * The run starts, and the step fails with exit code 127, for recipes that are written for several
   * hosts.
   */
  FAIL_STEP
}
